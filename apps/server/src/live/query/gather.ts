/** What a column may lie in. */
export type Stored = Float64Array | Int32Array | Uint8Array;

/** What the slots hold: a loop for each sort of memory, for one that knows them all is several times slower. */
export function gather(into: Float64Array, slots: Int32Array, stored: Stored): void {
  if (stored instanceof Float64Array) gatherNumbers(into, slots, stored);
  else if (stored instanceof Int32Array) gatherInts(into, slots, stored);
  else gatherBytes(into, slots, stored);
}

function gatherNumbers(into: Float64Array, slots: Int32Array, stored: Float64Array): void {
  for (let at = 0; at < slots.length; at++) into[at] = stored[slots[at] ?? 0] ?? Number.NaN;
}

function gatherInts(into: Float64Array, slots: Int32Array, stored: Int32Array): void {
  for (let at = 0; at < slots.length; at++) into[at] = stored[slots[at] ?? 0] ?? 0;
}

function gatherBytes(into: Float64Array, slots: Int32Array, stored: Uint8Array): void {
  for (let at = 0; at < slots.length; at++) into[at] = stored[slots[at] ?? 0] ?? 0;
}

/** Where the slots point to: the slots of their parents, the places of their clusters. */
export function gatherLinks(into: Int32Array, slots: Int32Array, links: Int32Array, none: number): void {
  for (let at = 0; at < slots.length; at++) into[at] = links[slots[at] ?? 0] ?? none;
}
