import type { TileData } from './tile-data.ts';

/** The appearance of a tile. The first five are the states in their order on the wire. */
export const KIND = {
  critical: 0,
  warning: 1,
  stale: 2,
  normal: 3,
  unmonitored: 4,
  /** The metric has no value. */
  unknown: 5,
  /** An alarm is open and the object's data is stale: the tile shows both. */
  criticalStale: 6,
  warningStale: 7,
  /** The steps of the metric's scale start here. */
  scale: 8,
} as const;

export const SCALE_STEPS = 32;
export const KIND_CNT = KIND.scale + SCALE_STEPS;

export interface MetricDomain {
  readonly min: number;
  readonly max: number;
}

export type TileColour = { readonly by: 'state' } | ({ readonly by: 'metric' } & MetricDomain);

export function kindsOf(data: TileData, indexOfSlot: Int32Array, colour: TileColour): Uint8Array {
  const kinds = new Uint8Array(indexOfSlot.length);
  for (let slot = 0; slot < kinds.length; slot++) {
    const index = indexOfSlot[slot] ?? 0;
    const state = data.monResults[index] ?? KIND.unmonitored;
    const isStale = state === KIND.stale || (data.stale[index] ?? 0) !== 0;
    kinds[slot] =
      colour.by === 'state' ? stateKind(state, isStale) : metricKind(data.values[index], isStale, colour);
  }
  return kinds;
}

/** One bit for each kind below the scale that occurs. */
export function usedKinds(kinds: Uint8Array): number {
  let used = 0;
  for (const kind of kinds) if (kind < KIND.scale) used |= 1 << kind;
  return used;
}

function stateKind(state: number, isStale: boolean): number {
  if (state === KIND.critical) return isStale ? KIND.criticalStale : KIND.critical;
  if (state === KIND.warning) return isStale ? KIND.warningStale : KIND.warning;
  if (isStale) return KIND.stale;
  return state === KIND.normal || state === KIND.unmonitored ? state : KIND.unknown;
}

function metricKind(value: number | null | undefined, isStale: boolean, domain: MetricDomain): number {
  if (isStale) return KIND.stale;
  if (value === null || value === undefined || !Number.isFinite(value)) return KIND.unknown;
  return KIND.scale + scaleStep(value, domain);
}

/** Values outside the domain become its ends. */
export function scaleStep(value: number, { min, max }: MetricDomain): number {
  if (!(max > min)) return value > max ? SCALE_STEPS - 1 : 0;
  const share = (value - min) / (max - min);
  return Math.max(0, Math.min(SCALE_STEPS - 1, Math.floor(share * SCALE_STEPS)));
}

/** From 0 to the next round number above the largest known value, for metrics that are not percentages. */
export function roundDomain(values: ArrayLike<number | null>): MetricDomain {
  let largest = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value === 'number' && Number.isFinite(value) && value > largest) largest = value;
  }
  if (largest === 0) return { min: 0, max: 1 };
  const power = 10 ** Math.floor(Math.log10(largest));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= largest) ?? 10;
  return { min: 0, max: factor * power };
}

export interface StateCounts {
  readonly critical: number;
  readonly warning: number;
  readonly stale: number;
  readonly normal: number;
  readonly unmonitored: number;
}

export function countStates(monResults: ArrayLike<number>): StateCounts {
  const counts = [0, 0, 0, 0, 0];
  for (let index = 0; index < monResults.length; index++) {
    const state = monResults[index] ?? KIND.unmonitored;
    counts[state] = (counts[state] ?? 0) + 1;
  }
  const [critical = 0, warning = 0, stale = 0, normal = 0, unmonitored = 0] = counts;
  return { critical, warning, stale, normal, unmonitored };
}
