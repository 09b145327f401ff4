/** Smaller arrays are not reused. */
const SMALL = 4096;

interface Memory<Same> {
  readonly length: number;
  subarray(from: number, to: number): Same;
}

/**
 * An array that each request reuses for one purpose. Allocating fresh pages costs more than the work done in
 * them, and large garbage pauses the process for collection. `take` overwrites the previous content.
 */
class Kept<Kind extends Memory<Kind>> {
  readonly #make: (cnt: number) => Kind;
  #memory: Kind;

  constructor(make: (cnt: number) => Kind) {
    this.#make = make;
    this.#memory = make(0);
  }

  /** The content is undefined. */
  take(cnt: number): Kind {
    if (cnt < SMALL) return this.#make(cnt);
    if (cnt > this.#memory.length) this.#memory = this.#make(Math.ceil(cnt * 1.2));
    return this.#memory.subarray(0, cnt);
  }
}

export type KeptNumbers = Kept<Float64Array<ArrayBuffer>>;
export type KeptInts = Kept<Int32Array<ArrayBuffer>>;

export const keptNumbers = (): KeptNumbers => new Kept((cnt) => new Float64Array(cnt));
export const keptInts = (): KeptInts => new Kept((cnt) => new Int32Array(cnt));
export const keptPlaces = () => new Kept<Uint32Array<ArrayBuffer>>((cnt) => new Uint32Array(cnt));
export const keptBytes = () => new Kept<Uint8Array<ArrayBuffer>>((cnt) => new Uint8Array(cnt));
