export const PALETTE_SIZE = 8;

/** After eight series the colours repeat with another dash, in CSS pixels. */
const DASHES: readonly (readonly number[])[] = [[], [8, 3], [2, 2], [8, 3, 2, 3], [14, 4]];

/** Comparison lines are also pale. */
export const COMPARE_DASH: readonly number[] = [4, 4];

export interface SeriesAppearance {
  /** 1–8: --chart-1 … --chart-8. */
  readonly colour: number;
  readonly dash: readonly number[];
}

export function appearanceOfSlot(slot: number): SeriesAppearance {
  return {
    colour: (slot % PALETTE_SIZE) + 1,
    dash: DASHES[Math.floor(slot / PALETTE_SIZE) % DASHES.length] ?? [],
  };
}
