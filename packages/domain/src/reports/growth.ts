import type { GrowthState } from '@gwanje/contract/reports/report-content';

const DAY_MS = 86_400_000;
/** Ten years. What fills more slowly gets no forecast. */
const MAX_DAYS = 3650;
/** Growth over a shorter span is too uncertain for an estimate. */
const MIN_SPAN_MS = 2 * 3_600_000;

export interface UsageSample {
  readonly atMs: number;
  readonly used: number;
}

/** Slope of the least-squares line. Null: the samples cover less than `minSpanMs`. */
export function growthPerDay(samples: readonly UsageSample[], minSpanMs = MIN_SPAN_MS): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.atMs - first.atMs < minSpanMs) return null;
  const meanAt = mean(samples.map(({ atMs }) => atMs));
  const meanUsed = mean(samples.map(({ used }) => used));
  let covariance = 0;
  let variance = 0;
  for (const { atMs, used } of samples) {
    covariance += (atMs - meanAt) * (used - meanUsed);
    variance += (atMs - meanAt) ** 2;
  }
  return (covariance / variance) * DAY_MS;
}

/** Extrapolates the line from the last sample. Null: usage grows too slowly or not, or there are too few samples. */
export function daysUntilFull(samples: readonly UsageSample[], capacity: number): number | null {
  if (!(capacity > 0)) return null;
  const perDay = growthPerDay(samples);
  const last = samples.at(-1);
  return perDay === null || !last ? null : daysLeftOf(last.used, capacity, perDay);
}

function daysLeftOf(used: number, capacity: number, perDay: number): number | null {
  const days = Math.max(capacity - used, 0) / perDay;
  return perDay > 0 && days <= MAX_DAYS ? days : null;
}

/** A report states growth only from this much: three days with measurements in half of the time at least. */
const MIN_REPORT_SPAN_MS = 3 * DAY_MS;
const MIN_MEASURED_SHARE = 0.5;

export interface Growth {
  readonly state: GrowthState;
  readonly used: number | null;
  readonly capacity: number | null;
  readonly perDay: number | null;
  readonly daysLeft: number | null;
  readonly measuredShare: number;
}

/** `points` are averages over equal parts of the period; null: not measured. */
export function growthOf(
  points: readonly (number | null)[],
  { startMs, stepMs }: { readonly startMs: number; readonly stepMs: number },
  capacity: number | null,
): Growth {
  const samples = points.flatMap((used, at) =>
    used === null ? [] : [{ atMs: startMs + at * stepMs, used }],
  );
  const measuredShare = points.length === 0 ? 0 : samples.length / points.length;
  const used = samples.at(-1)?.used ?? null;
  const known = { used, capacity, measuredShare };
  const perDay = measuredShare >= MIN_MEASURED_SHARE ? growthPerDay(samples, MIN_REPORT_SPAN_MS) : null;
  if (perDay === null || used === null) return { ...known, state: 'tooLittle', perDay: null, daysLeft: null };
  if (capacity === null || !(capacity > 0)) return { ...known, state: 'noCapacity', perDay, daysLeft: null };
  const daysLeft = daysLeftOf(used, capacity, perDay);
  return { ...known, state: daysLeft === null ? 'steady' : 'fills', perDay, daysLeft };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
