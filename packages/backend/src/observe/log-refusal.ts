const MAX_CHARACTERS = 200;
const LINES_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

interface WarningLog {
  warn(fields: object, message: string): void;
}

interface Sample {
  readonly fromMs: number;
  lineCnt: number;
  skippedCnt: number;
}

/** By logger and kind of refusal. */
const samples = new WeakMap<WarningLog, Map<string, Sample>>();

/**
 * Logs that a request was refused. Anybody can cause such lines, so each has at most 200 characters of the
 * client, and only the first ten of a kind in a minute are written; the next line says how many were not.
 */
export function logRefusal(
  logger: WarningLog,
  fields: Readonly<Record<string, unknown>>,
  message: string,
  nowMs = Date.now(),
): void {
  const kinds = samples.get(logger) ?? new Map<string, Sample>();
  samples.set(logger, kinds);
  const last = kinds.get(message);
  const isNew = last === undefined || nowMs - last.fromMs >= MINUTE_MS || nowMs < last.fromMs;
  const sample = isNew ? { fromMs: nowMs, lineCnt: 0, skippedCnt: 0 } : last;
  kinds.set(message, sample);
  if (sample.lineCnt >= LINES_PER_MINUTE) {
    sample.skippedCnt++;
    return;
  }
  sample.lineCnt++;
  const skippedCnt = isNew ? (last?.skippedCnt ?? 0) : 0;
  logger.warn({ ...shortened(fields), ...(skippedCnt > 0 && { skippedCnt }) }, message);
}

/** The first 200 characters of all texts together. */
function shortened(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let left = MAX_CHARACTERS;
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value === 'number' || typeof value === 'boolean') {
      short[name] = value;
      continue;
    }
    const text = (value instanceof Error ? value.message : String(value)).slice(0, left);
    short[name] = text;
    left -= text.length;
  }
  return short;
}
