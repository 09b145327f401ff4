/** Each reading of a kubelet has the start times of all its pods again. */
const knownTimes = new Map<number, string>();
const MAX_KNOWN_TIMES = 20_000;

/** A time in the Kubernetes format, in seconds. */
export function timeText(sec: number): string {
  let text = knownTimes.get(sec);
  if (text === undefined) {
    if (knownTimes.size >= MAX_KNOWN_TIMES) knownTimes.clear();
    text = `${new Date(sec * 1000).toISOString().slice(0, 19)}Z`;
    knownTimes.set(sec, text);
  }
  return text;
}

const KI = 1024;

/** Bytes in the largest binary unit that keeps them whole. */
export function bytesText(bytes: number): string {
  for (const [unit, size] of [
    ['Ti', KI ** 4],
    ['Gi', KI ** 3],
    ['Mi', KI ** 2],
    ['Ki', KI],
  ] as const) {
    if (bytes >= size && bytes % size === 0) return `${bytes / size}${unit}`;
  }
  return String(bytes);
}

export function cpuText(milli: number): string {
  return milli % 1000 === 0 ? String(milli / 1000) : `${milli}m`;
}
