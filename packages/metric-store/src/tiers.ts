const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const tierNames = ['raw', '1m', '5m', '1h'] as const;
export type TierName = (typeof tierNames)[number];

export interface Tier {
  readonly name: TierName;
  /** Interval of its points. The raw tier stores the time of each sample. */
  readonly stepMs: number;
  readonly keepMs: number;
  /** Time span of one file, aligned to the epoch; a multiple of the finer tier's span. */
  readonly partitionMs: number;
}

export type Tiers = readonly [Tier, ...Tier[]];

export const defaultTiers: Tiers = [
  { name: 'raw', stepMs: 15 * SECOND, keepMs: 48 * HOUR, partitionMs: 15 * MINUTE },
  { name: '1m', stepMs: MINUTE, keepMs: 8 * DAY, partitionMs: 2 * HOUR },
  { name: '5m', stepMs: 5 * MINUTE, keepMs: 35 * DAY, partitionMs: DAY },
  { name: '1h', stepMs: HOUR, keepMs: 400 * DAY, partitionMs: 10 * DAY },
];

/** The default tiers with other retention times. */
export function tiersKeeping(keepMs: Readonly<Record<TierName, number>>): Tiers {
  const [raw, ...rest] = defaultTiers;
  return [{ ...raw, keepMs: keepMs.raw }, ...rest.map((tier) => ({ ...tier, keepMs: keepMs[tier.name] }))];
}

/**
 * Returns a tier with a shorter retention than the finer tier it is made from. It would be rebuilt and
 * dropped repeatedly.
 */
export function invertedTier(tiers: Tiers): TierName | undefined {
  return tiers.find((tier, level) => level > 0 && tier.keepMs < tierAt(tiers, level - 1).keepMs)?.name;
}

export function floorTo(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}

function ceilTo(ms: number, stepMs: number): number {
  return Math.ceil(ms / stepMs) * stepMs;
}

/** The oldest instant of a tier. It drops whole partitions of the next tier, so that those can be rebuilt. */
export function horizonMs(tiers: Tiers, level: number, nowMs: number): number {
  const tier = tierAt(tiers, level);
  const next = tiers[level + 1] ?? tier;
  return floorTo(nowMs - tier.keepMs, next.partitionMs);
}

export function tierAt(tiers: Tiers, level: number): Tier {
  return tiers[level] ?? tiers[0];
}

export interface Grid {
  readonly level: number;
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCnt: number;
}

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
  readonly maxPoints: number;
}

/**
 * Selects the coarsest tier that still fills the points, or the first one that has the start of the range.
 * Points are aligned to their width, so that a chart does not jump when its range moves.
 */
export function planGrid(tiers: Tiers, { fromMs, toMs, maxPoints }: Range, nowMs: number): Grid {
  const wantedMs = (toMs - fromMs) / maxPoints;
  let level = 0;
  while (level + 1 < tiers.length && mayCoarsen(tiers, level, wantedMs, fromMs, nowMs)) level++;
  const tierStepMs = tierAt(tiers, level).stepMs;
  let stepMs = Math.max(ceilTo(wantedMs, tierStepMs), tierStepMs);
  // Complete points at both ends may be one too many. A wider step then fits.
  while (pointsOf(fromMs, toMs, stepMs) > maxPoints && maxPoints > 1) stepMs += tierStepMs;
  return { level, startMs: floorTo(fromMs, stepMs), stepMs, pointCnt: pointsOf(fromMs, toMs, stepMs) };
}

function mayCoarsen(tiers: Tiers, level: number, wantedMs: number, fromMs: number, nowMs: number): boolean {
  return tierAt(tiers, level + 1).stepMs <= wantedMs || fromMs < horizonMs(tiers, level, nowMs);
}

function pointsOf(fromMs: number, toMs: number, stepMs: number): number {
  return (ceilTo(toMs, stepMs) - floorTo(fromMs, stepMs)) / stepMs;
}

const TOP_POINTS = 60;

/** A ranking needs a precision of a sixtieth of its range, not more. */
export function planTopRange(tiers: Tiers, range: { fromMs: number; toMs: number }, nowMs: number): Grid {
  const { level } = planGrid(tiers, { ...range, maxPoints: TOP_POINTS }, nowMs);
  const tierStepMs = tierAt(tiers, level).stepMs;
  const startMs = floorTo(range.fromMs, tierStepMs);
  return { level, startMs, stepMs: ceilTo(range.toMs, tierStepMs) - startMs, pointCnt: 1 };
}

/** One point over the exact range, from the finest tier that still has its start. */
export function planAggregate(tiers: Tiers, range: { fromMs: number; toMs: number }, nowMs: number): Grid {
  let level = 0;
  while (level + 1 < tiers.length && range.fromMs < horizonMs(tiers, level, nowMs)) level++;
  const exactMs = level === 0 ? 1 : tierAt(tiers, level).stepMs;
  const startMs = floorTo(range.fromMs, exactMs);
  return { level, startMs, stepMs: ceilTo(range.toMs, exactMs) - startMs, pointCnt: 1 };
}
