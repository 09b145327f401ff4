import { clamp } from '@mantine/hooks';

/** The position and size of a widget, in columns and rows of the grid. */
export type GridArea = Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;

export interface GridItem {
  readonly id: string;
  readonly area: GridArea;
}

export type Size = Pick<GridArea, 'w' | 'h'>;

export const COLUMN_CNT = 12;
/** The lowest row, so that a widget that is pushed down many times can still be found. */
export const MAX_ROWS = 400;
const TALLEST = 40;

/** Moves an area inside the grid. */
export function within(area: GridArea): GridArea {
  const w = clamp(toInteger(area.w), 1, COLUMN_CNT);
  const h = clamp(toInteger(area.h), 1, TALLEST);
  return {
    x: clamp(toInteger(area.x), 0, COLUMN_CNT - w),
    y: clamp(toInteger(area.y), 0, MAX_ROWS - h),
    w,
    h,
  };
}

export function overlap(a: GridArea, b: GridArea): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

export function sameArea(a: GridArea, b: GridArea): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}

/**
 * Gives a widget an area. Widgets under it move down, no further than needed, and push others down.
 * No widget moves sideways or up.
 */
export function withArea<Item extends GridItem>(
  items: readonly Item[],
  id: string,
  area: GridArea,
): readonly Item[] {
  const moved = items.find((item) => item.id === id);
  if (!moved) return items;
  const first = { ...moved, area: within(area) };
  return placed(items, [first, ...inOrder(items.filter((item) => item.id !== id))], pushedDown);
}

/** Repairs saved positions, which may be broken or of another version. No widget is lost or overlaps. */
export function tidied<Item extends GridItem>(items: readonly Item[]): readonly Item[] {
  const inside = items.map((item) => ({ ...item, area: within(item.area) }));
  return placed(inside, inOrder(inside), pushedDown);
}

/** Moves every widget up as far as possible, in reading order. */
export function compacted<Item extends GridItem>(items: readonly Item[]): readonly Item[] {
  return placed(items, inOrder(items), pulledUp);
}

/** The first gap of that size, row by row; below all widgets if there is none. */
export function freeArea(items: readonly GridItem[], { w, h }: Size): GridArea {
  const lastRow = rowCnt(items);
  for (let y = 0; y < lastRow; y += 1)
    for (let x = 0; x + w <= COLUMN_CNT; x += 1) if (isFree({ x, y, w, h }, items)) return { x, y, w, h };
  return within({ x: 0, y: lastRow, w, h });
}

export function rowCnt(items: readonly GridItem[]): number {
  return Math.max(0, ...items.map(({ area }) => area.y + area.h));
}

/** In reading order: by rows, then from left to right. */
export function inOrder<Item extends GridItem>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.area.y - b.area.y || a.area.x - b.area.x);
}

/** Places the widgets of `queue` one by one among those already placed. Returns them in the order of `items`. */
function placed<Item extends GridItem>(
  items: readonly Item[],
  queue: readonly Item[],
  place: (area: GridArea, others: readonly Item[]) => GridArea,
): readonly Item[] {
  const done = new Map<string, Item>();
  for (const item of queue) {
    const area = place(item.area, [...done.values()]);
    done.set(item.id, area === item.area ? item : { ...item, area });
  }
  return items.map((item) => done.get(item.id) ?? item);
}

/** The area itself if it is free, else the next free area below. */
function pushedDown(area: GridArea, others: readonly GridItem[]): GridArea {
  const inTheWay = others.filter((other) => overlap(area, other.area));
  return inTheWay.length === 0 ? area : pushedDown({ ...area, y: rowCnt(inTheWay) }, others);
}

function pulledUp(area: GridArea, others: readonly GridItem[]): GridArea {
  const above = { ...area, y: area.y - 1 };
  return area.y > 0 && isFree(above, others) ? pulledUp(above, others) : area;
}

function isFree(area: GridArea, others: readonly GridItem[]): boolean {
  return !others.some((other) => overlap(area, other.area));
}

function toInteger(value: number): number {
  return Number.isFinite(value) ? Math.round(value) : 0;
}
