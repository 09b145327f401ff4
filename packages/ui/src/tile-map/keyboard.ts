import { boxOfSlot, groupOfSlot, groupOnShelf, type Scene } from './layout/geometry.ts';
import { at } from './layout/tile-data.ts';

/** The slot that a key leads to; undefined for other keys. `pageRows`: the number of tile rows in a view. */
export function slotAfterKey(scene: Scene, slot: number, key: string, pageRows: number): number | undefined {
  const slotCnt = at(scene.groupStart, scene.groupStart.length - 1);
  if (slotCnt === 0) return undefined;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, slot - 1);
    case 'ArrowRight':
      return Math.min(slotCnt - 1, slot + 1);
    case 'ArrowUp':
      return vertical(scene, slot, -1);
    case 'ArrowDown':
      return vertical(scene, slot, 1);
    case 'PageUp':
      return repeated(scene, slot, -1, pageRows);
    case 'PageDown':
      return repeated(scene, slot, 1, pageRows);
    case 'Home':
      return 0;
    case 'End':
      return slotCnt - 1;
    default:
      return undefined;
  }
}

function repeated(scene: Scene, slot: number, step: 1 | -1, times: number): number {
  let current = slot;
  for (let i = 0; i < Math.max(1, times); i++) current = vertical(scene, current, step);
  return current;
}

function vertical(scene: Scene, slot: number, step: 1 | -1): number {
  const { layout, groupStart } = scene;
  const group = groupOfSlot(groupStart, slot);
  const start = at(groupStart, group);
  const columns = at(layout.columns, group);
  const lastRow = Math.ceil((at(groupStart, group + 1) - start) / columns) - 1;
  const row = Math.floor((slot - start) / columns) + step;
  if (row >= 0 && row <= lastRow) return Math.min(slot + step * columns, at(groupStart, group + 1) - 1);
  return onNextShelf(scene, slot, step);
}

/** The tile on the next shelf with tiles below or above; the same tile if there is no such shelf. */
function onNextShelf(scene: Scene, slot: number, step: 1 | -1): number {
  const { layout, geometry, groupStart } = scene;
  const box = boxOfSlot(layout, geometry, groupStart, slot);
  const x = box.left + box.width / 2;
  const shelfCnt = layout.shelfRows.length;
  for (let shelf = at(layout.shelfOf, box.group) + step; shelf >= 0 && shelf < shelfCnt; shelf += step) {
    const group = nearestWithTiles(scene, shelf, groupOnShelf(layout, geometry, shelf, x));
    if (group < 0) continue;
    const start = at(groupStart, group);
    const last = at(groupStart, group + 1) - 1;
    const columns = at(layout.columns, group);
    const wanted = Math.floor((x - at(geometry.groupLeft, group)) / geometry.pitch);
    const column = Math.max(0, Math.min(wanted, columns - 1));
    const row = step > 0 ? 0 : Math.floor((last - start) / columns);
    return Math.min(start + row * columns + column, last);
  }
  return slot;
}

function nearestWithTiles(scene: Scene, shelf: number, group: number): number {
  const first = at(scene.layout.shelfStart, shelf);
  const end = at(scene.layout.shelfStart, shelf + 1);
  for (let distance = 0; distance < end - first; distance++) {
    for (const candidate of [group - distance, group + distance]) {
      const hasTiles = at(scene.groupStart, candidate + 1) > at(scene.groupStart, candidate);
      if (candidate >= first && candidate < end && hasTiles) return candidate;
    }
  }
  return -1;
}

const TYPING_PAUSE_MS = 800;

/** The characters of a name that were typed without a pause. */
export class TypedName {
  #text = '';
  #lastMs = Number.NEGATIVE_INFINITY;

  /** The text typed so far, with this key; undefined if the key is not a character of a name. */
  add(key: string, nowMs: number): string | undefined {
    if ([...key].length !== 1 || key === ' ') return undefined;
    this.#text = nowMs - this.#lastMs > TYPING_PAUSE_MS ? key : this.#text + key;
    this.#lastMs = nowMs;
    return this.#text;
  }

  clear(): void {
    this.#text = '';
  }
}

/** The first slot from `fromSlot` on, round the end to the beginning, whose name begins with the text. */
export function slotByName(
  names: ArrayLike<string>,
  indexOfSlot: Int32Array,
  fromSlot: number,
  text: string,
): number | undefined {
  const beginning = text.toLowerCase();
  for (let step = 0; step < indexOfSlot.length; step++) {
    const slot = (fromSlot + step) % indexOfSlot.length;
    if (names[at(indexOfSlot, slot)]?.toLowerCase().startsWith(beginning)) return slot;
  }
  return undefined;
}
