/** The typed arrays that hold columns. */
export type Stored = Float64Array | Int32Array | Uint8Array;

/** Reads the values of the slots. One loop per array type: a common loop is several times slower. */
export function collect(into: Float64Array, slots: Int32Array, stored: Stored): void {
  if (stored instanceof Float64Array) collectNumbers(into, slots, stored);
  else if (stored instanceof Int32Array) collectInts(into, slots, stored);
  else collectBytes(into, slots, stored);
}

function collectNumbers(into: Float64Array, slots: Int32Array, stored: Float64Array): void {
  for (let at = 0; at < slots.length; at++) into[at] = stored[slots[at] ?? 0] ?? Number.NaN;
}

function collectInts(into: Float64Array, slots: Int32Array, stored: Int32Array): void {
  for (let at = 0; at < slots.length; at++) into[at] = stored[slots[at] ?? 0] ?? 0;
}

function collectBytes(into: Float64Array, slots: Int32Array, stored: Uint8Array): void {
  for (let at = 0; at < slots.length; at++) into[at] = stored[slots[at] ?? 0] ?? 0;
}

/** Reads what the slots link to: slots of parents or indexes of clusters. */
export function collectLinks(into: Int32Array, slots: Int32Array, links: Int32Array, none: number): void {
  for (let at = 0; at < slots.length; at++) into[at] = links[slots[at] ?? 0] ?? none;
}
