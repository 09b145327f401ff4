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

/** A series keeps its slot, so that a refresh does not change colours; new series take the lowest free slot. */
export function assignSlots(
  before: ReadonlyMap<string, number>,
  keys: readonly string[],
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  for (const key of keys) {
    const slot = before.get(key);
    if (slot !== undefined) slots.set(key, slot);
  }
  const taken = new Set(slots.values());
  let free = 0;
  for (const key of keys) {
    if (slots.has(key)) continue;
    while (taken.has(free)) free++;
    slots.set(key, free);
    taken.add(free);
  }
  return slots;
}
