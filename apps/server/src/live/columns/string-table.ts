import { pairsOf, type TextPairs } from './text-pairs.ts';

export const NO_TEXT = 0;

const FIRST_CAPACITY = 1024;

/**
 * Maps each text to a small number (ref), with a reference count. Texts that differ only in case share their
 * lower-cased form, which is a normal text of the table.
 */
export class StringTable {
  readonly #refs = new Map<string, number>();
  #texts: string[] = [''];
  #holders = new Int32Array(FIRST_CAPACITY);
  #lowered = new Int32Array(FIRST_CAPACITY);
  /** Character pairs of the lower-cased text. */
  #pairsLow = new Int32Array(FIRST_CAPACITY);
  #pairsHigh = new Int32Array(FIRST_CAPACITY);
  #free: number[] = [];
  /** Refs that were added or removed since the last sort. */
  readonly #moved = new Set<number>();
  #onNew: (ref: number) => void = () => {};

  /** Calls back for each ref that gets a new text. Read the text only after the callback. */
  onNew(listener: (ref: number) => void): void {
    this.#onNew = listener;
  }

  /** All refs are below this one. It is the largest number of refs in use at the same time. */
  get end(): number {
    return this.#texts.length;
  }

  get size(): number {
    return this.#refs.size;
  }

  text(ref: number): string {
    return this.#texts[ref] ?? '';
  }

  lower(ref: number): string {
    return this.#texts[this.#lowered[ref] ?? NO_TEXT] ?? '';
  }

  /**
   * Visits the refs before `end` whose lower-cased text may contain a text of these pairs; others do not.
   * The check takes a few nanoseconds, a search in the text many times as long.
   */
  eachThatMayHave({ low, high }: TextPairs, from: number, end: number, visit: (ref: number) => void): void {
    const lows = this.#pairsLow;
    const highs = this.#pairsHigh;
    for (let ref = from; ref < end; ref++) {
      if ((low & ~(lows[ref] ?? 0)) === 0 && (high & ~(highs[ref] ?? 0)) === 0) visit(ref);
    }
  }

  /** The common ref of all upper and lower case spellings of a text. */
  loweredRef(ref: number): number {
    return this.#lowered[ref] ?? NO_TEXT;
  }

  isHeld(ref: number): boolean {
    return (this.#holders[ref] ?? 0) > 0;
  }

  /** Returns the ref of a text in the table, without taking a reference. */
  find(text: string): number {
    return this.#refs.get(text) ?? NO_TEXT;
  }

  /** Every `take` needs one `release`. */
  take(text: string): number {
    const known = this.#refs.get(text);
    if (known !== undefined) {
      this.#holders[known] = (this.#holders[known] ?? 0) + 1;
      return known;
    }
    const lower = text.toLowerCase();
    const ref = this.#add(text, lower);
    this.#lowered[ref] = lower === text ? ref : this.#takeLowered(lower);
    return ref;
  }

  release(ref: number): void {
    if (ref === NO_TEXT) return;
    const holders = (this.#holders[ref] ?? 0) - 1;
    this.#holders[ref] = holders;
    if (holders > 0) return;
    const lowered = this.#lowered[ref] ?? NO_TEXT;
    this.#refs.delete(this.text(ref));
    this.#texts[ref] = '';
    this.#lowered[ref] = NO_TEXT;
    this.#free.push(ref);
    this.#moved.add(ref);
    if (lowered !== ref) this.release(lowered);
  }

  /** Refs that were added or removed since the last call. */
  takeMoved(): number[] {
    const moved = [...this.#moved];
    this.#moved.clear();
    return moved;
  }

  get hasMoved(): boolean {
    return this.#moved.size > 0;
  }

  #add(text: string, lower: string): number {
    const ref = this.#free.pop() ?? this.#texts.length;
    if (ref >= this.#holders.length) {
      this.#holders = doubled(this.#holders);
      this.#lowered = doubled(this.#lowered);
      this.#pairsLow = doubled(this.#pairsLow);
      this.#pairsHigh = doubled(this.#pairsHigh);
    }
    const pairs = pairsOf(lower);
    this.#pairsLow[ref] = pairs.low;
    this.#pairsHigh[ref] = pairs.high;
    this.#texts[ref] = text;
    this.#holders[ref] = 1;
    this.#refs.set(text, ref);
    this.#moved.add(ref);
    this.#onNew(ref);
    return ref;
  }

  /** In some scripts, lower-casing twice gives another text than once, so it is done only once. */
  #takeLowered(lower: string): number {
    const known = this.#refs.get(lower);
    if (known === undefined) {
      const ref = this.#add(lower, lower);
      this.#lowered[ref] = ref;
      return ref;
    }
    const lowered = this.#lowered[known] ?? known;
    this.#holders[lowered] = (this.#holders[lowered] ?? 0) + 1;
    return lowered;
  }
}

function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
