/** Smaller arrays are not reused. */
const SMALL = 4096;

interface Memory<Same> {
  readonly length: number;
  subarray(from: number, to: number): Same;
}

/**
 * An array that all requests reuse for one purpose. Allocating a new array takes longer than filling it, and
 * large garbage causes long collection pauses. The result of `take` is valid until the next `take`.
 */
class ReusedArray<Kind extends Memory<Kind>> {
  readonly #make: (cnt: number) => Kind;
  #memory: Kind;

  constructor(make: (cnt: number) => Kind) {
    this.#make = make;
    this.#memory = make(0);
  }

  /** The content is arbitrary. */
  take(cnt: number): Kind {
    if (cnt < SMALL) return this.#make(cnt);
    if (cnt > this.#memory.length) this.#memory = this.#make(Math.ceil(cnt * 1.2));
    return this.#memory.subarray(0, cnt);
  }
}

export type ReusedNumbers = ReusedArray<Float64Array<ArrayBuffer>>;
export type ReusedInts = ReusedArray<Int32Array<ArrayBuffer>>;

export const reusedNumbers = (): ReusedNumbers => new ReusedArray((cnt) => new Float64Array(cnt));
export const reusedInts = (): ReusedInts => new ReusedArray((cnt) => new Int32Array(cnt));
export const reusedBytes = () => new ReusedArray<Uint8Array<ArrayBuffer>>((cnt) => new Uint8Array(cnt));
export const reusedPositions = () => new ReusedArray<Uint32Array<ArrayBuffer>>((cnt) => new Uint32Array(cnt));
