/** The position and size of a widget, in columns and rows of the grid. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Placed {
  readonly id: string;
  readonly place: Place;
}

export interface Size {
  readonly w: number;
  readonly h: number;
}

export const COLUMN_CNT = 12;
/** The lowest row, so that a widget that is pushed down many times can still be found. */
export const MOST_ROWS = 400;
const TALLEST = 40;

/** Moves a place inside the grid and makes it at least as large as `least`. */
export function within(place: Place, least: Size = { w: 1, h: 1 }): Place {
  const w = clamp(whole(place.w), Math.min(least.w, COLUMN_CNT), COLUMN_CNT);
  const h = clamp(whole(place.h), Math.min(least.h, TALLEST), TALLEST);
  return { x: clamp(whole(place.x), 0, COLUMN_CNT - w), y: clamp(whole(place.y), 0, MOST_ROWS - h), w, h };
}

export function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

export function samePlace(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}

/**
 * Gives a widget a place. Widgets in its way move down, no further than needed, and push others down in turn.
 * No widget moves sideways or up.
 */
export function withPlace<Item extends Placed>(
  items: readonly Item[],
  id: string,
  place: Place,
): readonly Item[] {
  const moved = items.find((item) => item.id === id);
  if (!moved) return items;
  const first = { ...moved, place: within(place) };
  const settled = settle([first, ...inOrder(items.filter((item) => item.id !== id))]);
  return items.map((item) => settled.get(item.id) ?? item);
}

/** Repairs saved positions, which may be broken or of another version. No widget is lost or overlaps. */
export function tidied<Item extends Placed>(items: readonly Item[]): readonly Item[] {
  const inside = items.map((item) => ({ ...item, place: within(item.place) }));
  const settled = settle(inOrder(inside));
  return inside.map((item) => settled.get(item.id) ?? item);
}

/** Moves every widget up as far as possible, in reading order. */
export function compacted<Item extends Placed>(items: readonly Item[]): readonly Item[] {
  const settled = new Map<string, Item>();
  for (const item of inOrder(items)) {
    let y = item.place.y;
    while (y > 0 && isFree({ ...item.place, y: y - 1 }, settled.values())) y -= 1;
    settled.set(item.id, { ...item, place: { ...item.place, y } });
  }
  return items.map((item) => settled.get(item.id) ?? item);
}

/** The first gap of that size, row by row; below all widgets if there is none. */
export function freePlace(items: readonly Placed[], { w, h }: Size): Place {
  const lastRow = rowCnt(items);
  for (let y = 0; y < lastRow; y += 1)
    for (let x = 0; x + w <= COLUMN_CNT; x += 1) if (isFree({ x, y, w, h }, items)) return { x, y, w, h };
  return within({ x: 0, y: lastRow, w, h });
}

export function rowCnt(items: readonly Placed[]): number {
  return Math.max(0, ...items.map(({ place }) => place.y + place.h));
}

/** In reading order: by rows, then from left to right. */
export function inOrder<Item extends Placed>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
}

/** Each widget in turn keeps its place if it is free, else it takes the next free place below. */
function settle<Item extends Placed>(items: readonly Item[]): Map<string, Item> {
  const settled = new Map<string, Item>();
  for (const item of items) {
    let { place } = item;
    for (;;) {
      const inTheWay = [...settled.values()].filter((other) => overlap(place, other.place));
      if (inTheWay.length === 0) break;
      place = { ...place, y: Math.max(...inTheWay.map((other) => other.place.y + other.place.h)) };
    }
    settled.set(item.id, place === item.place ? item : { ...item, place });
  }
  return settled;
}

function isFree(place: Place, others: Iterable<Placed>): boolean {
  for (const other of others) if (overlap(place, other.place)) return false;
  return true;
}

function whole(value: number): number {
  return Number.isFinite(value) ? Math.round(value) : 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
