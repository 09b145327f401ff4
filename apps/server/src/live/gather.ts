/** What a column may lie in. */
export type Stored = Float64Array | Int32Array | Uint8Array;

/** Small ones are not worth keeping. */
const SMALL = 4096;

interface Memory<Same> {
  readonly length: number;
  subarray(from: number, to: number): Same;
}

/**
 * Memory for one purpose, used again by the next question: fresh pages cost more than what is done in them, and what is
 * thrown away in such pieces makes the collector of garbage stop everything. What was taken before is overwritten.
 */
export class Kept<Kind extends Memory<Kind>> {
  readonly #make: (cnt: number) => Kind;
  #memory: Kind;

  constructor(make: (cnt: number) => Kind) {
    this.#make = make;
    this.#memory = make(0);
  }

  /** Holds anything. */
  take(cnt: number): Kind {
    if (cnt < SMALL) return this.#make(cnt);
    if (cnt > this.#memory.length) this.#memory = this.#make(Math.ceil(cnt * 1.2));
    return this.#memory.subarray(0, cnt);
  }
}

export const keptNumbers = () => new Kept<Float64Array<ArrayBuffer>>((cnt) => new Float64Array(cnt));
export const keptInts = () => new Kept<Int32Array<ArrayBuffer>>((cnt) => new Int32Array(cnt));
export const keptPlaces = () => new Kept<Uint32Array<ArrayBuffer>>((cnt) => new Uint32Array(cnt));
export const keptBytes = () => new Kept<Uint8Array<ArrayBuffer>>((cnt) => new Uint8Array(cnt));

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
