import type { TileData } from './layout/tile-data.ts';

/** The appearance of a tile. The first five are the states in their order on the wire. */
export const TILE_CLASS = {
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
export const TILE_CLASS_CNT = TILE_CLASS.scale + SCALE_STEPS;

export interface MetricDomain {
  readonly min: number;
  readonly max: number;
}

export type TileColour = { readonly by: 'state' } | ({ readonly by: 'metric' } & MetricDomain);

export function tileClassesOf(data: TileData, indexOfSlot: Int32Array, colour: TileColour): Uint8Array {
  const tileClasses = new Uint8Array(indexOfSlot.length);
  for (let slot = 0; slot < tileClasses.length; slot++) {
    const index = indexOfSlot[slot] ?? 0;
    const state = data.monResults[index] ?? TILE_CLASS.unmonitored;
    const isStale = state === TILE_CLASS.stale || (data.stale[index] ?? 0) !== 0;
    tileClasses[slot] =
      colour.by === 'state' ? stateClass(state, isStale) : metricClass(data.values[index], isStale, colour);
  }
  return tileClasses;
}

function stateClass(state: number, isStale: boolean): number {
  if (state === TILE_CLASS.critical) return isStale ? TILE_CLASS.criticalStale : TILE_CLASS.critical;
  if (state === TILE_CLASS.warning) return isStale ? TILE_CLASS.warningStale : TILE_CLASS.warning;
  if (isStale) return TILE_CLASS.stale;
  return state === TILE_CLASS.normal || state === TILE_CLASS.unmonitored ? state : TILE_CLASS.unknown;
}

function metricClass(value: number | null | undefined, isStale: boolean, domain: MetricDomain): number {
  if (isStale) return TILE_CLASS.stale;
  if (value === null || value === undefined || !Number.isFinite(value)) return TILE_CLASS.unknown;
  return TILE_CLASS.scale + scaleStep(value, domain);
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

/** The states in their order on the wire, worst first. */
export const TILE_STATES = ['critical', 'warning', 'stale', 'normal', 'unmonitored'] as const;
type TileState = (typeof TILE_STATES)[number];
export type StateCounts = Readonly<Record<TileState, number>>;
export type StateTexts = Readonly<Record<TileState, string>>;

export function countStates(monResults: ArrayLike<number>): StateCounts {
  const counts = { critical: 0, warning: 0, stale: 0, normal: 0, unmonitored: 0 };
  for (let index = 0; index < monResults.length; index++)
    counts[TILE_STATES[monResults[index] ?? TILE_CLASS.unmonitored] ?? 'unmonitored']++;
  return counts;
}
