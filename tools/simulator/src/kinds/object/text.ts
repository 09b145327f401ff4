const CACHED = 4096;
const cachedSec = new Float64Array(CACHED).fill(-1);
const cachedText: string[] = [];

/** A time in the Kubernetes format, in seconds. Cached, because lists repeat the same times. */
export function timeText(sec: number): string {
  const slot = sec & (CACHED - 1);
  const known = cachedText[slot];
  if (cachedSec[slot] === sec && known !== undefined) return known;
  const text = `${new Date(sec * 1000).toISOString().slice(0, 19)}Z`;
  cachedSec[slot] = sec;
  cachedText[slot] = text;
  return text;
}

/** Microseconds, for events of the newer API. */
export function microTimeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23)}000Z`;
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

/** The age in the format of kubectl's tables. */
export function ageText(seconds: number): string {
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return pair(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  return pair(Math.floor(days / 365), 'y', days % 365, 'd');
}

function pair(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  return minor === 0 ? `${major}${majorUnit}` : `${major}${majorUnit}${minor}${minorUnit}`;
}

export function labelsText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return parts.length === 0 ? '<none>' : parts.join(',');
}
