const DAY_MS = 86_400_000;
/** A shorter span allows no estimate for a day. */
const MIN_SPAN_MS = 2 * 3_600_000;
/** Ten years: slower growth does not matter. */
const MAX_DAYS = 3650;

export interface UsePoint {
  readonly atMs: number;
  readonly usedBytes: number;
}

/** Days at the pace of a least-squares line; null when use does not grow or too little is known. */
export function daysUntilFull(points: readonly UsePoint[], capacityBytes: number): number | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || last.atMs - first.atMs < MIN_SPAN_MS || !(capacityBytes > 0)) return null;
  const meanAt = mean(points.map(({ atMs }) => atMs));
  const meanUsed = mean(points.map(({ usedBytes }) => usedBytes));
  let across = 0;
  let along = 0;
  for (const { atMs, usedBytes } of points) {
    across += (atMs - meanAt) * (usedBytes - meanUsed);
    along += (atMs - meanAt) ** 2;
  }
  const bytesPerDay = (across / along) * DAY_MS;
  const days = Math.max(capacityBytes - last.usedBytes, 0) / bytesPerDay;
  return bytesPerDay > 0 && days <= MAX_DAYS ? days : null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
