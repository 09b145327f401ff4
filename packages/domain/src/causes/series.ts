/** A measured value; points without a value are left out. */
interface Point {
  readonly atMs: number;
  readonly value: number;
}

/** The usage of the last minutes is compared with the time before. */
const RECENT_MS = 5 * 60_000;
/** Fewer points show no usual usage. */
const MIN_POINTS = 3;

/** The usual and the recent average, and when the usage passed the middle between them; null: it did not rise. */
export function rise(
  points: readonly Point[],
  atMs: number,
): { atMs: number; from: number; to: number } | null {
  const recent = points.filter((point) => point.atMs > atMs - RECENT_MS && point.atMs <= atMs);
  const before = points.filter((point) => point.atMs <= atMs - RECENT_MS);
  if (recent.length === 0 || before.length < MIN_POINTS) return null;
  // A rise may have begun before the last minutes, so the first half of the range is the usual usage.
  const usual = before.slice(0, Math.max(MIN_POINTS, Math.ceil(points.length / 2)));
  const from = mean(usual);
  const to = mean(recent);
  if (to <= from) return null;
  const middle = (from + to) / 2;
  const lastLow = points.findLastIndex((point) => point.atMs <= atMs && point.value < middle);
  const first = points[lastLow + 1] ?? points[0];
  return first ? { atMs: first.atMs, from, to } : null;
}

const FULL_PERCENT = 90;

/** How full a claim is at the end of the points in %, and since when it is nearly full. */
export function claimCrossing(
  points: readonly Point[],
): { atMs: number; fromPercent: number | null; toPercent: number } | null {
  const last = points.at(-1);
  if (!last || last.value < FULL_PERCENT) return null;
  const lastLow = points.findLastIndex(({ value }) => value < FULL_PERCENT);
  const first = points[lastLow + 1] ?? last;
  return { atMs: first.atMs, fromPercent: points[0]?.value ?? null, toPercent: last.value };
}

function mean(points: readonly Point[]): number {
  return points.reduce((sum, { value }) => sum + value, 0) / points.length;
}
