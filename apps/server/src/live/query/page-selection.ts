import { reusedInts, reusedNumbers } from '../columns/reused-array.ts';
import { BLOCK_CNT } from '../tables/slots.ts';
import type { Part, SortKey } from './order.ts';
import { type Keys, selectRange } from './select.ts';

/** Candidates in addition to twice the needed ones. With more, those behind the page are dropped. */
const SPARE_CNT = 2 * BLOCK_CNT;

const values = new Float64Array(BLOCK_CNT);
const kept = new Int32Array(BLOCK_CNT);
const tied = new Int32Array(BLOCK_CNT);

/** Each key has its own buffer. It is overwritten only after the previous values of that key were used. */
const buffers = [reusedNumbers(), reusedNumbers()];
const pickedBuffer = reusedInts();

/**
 * Finds the objects of one page while all objects are read block by block. It keeps candidates only: an
 * object behind as many others as the page needs is dropped at once. So a list of a million pods needs no
 * arrays of that length, which would be megabytes of garbage or of memory that every request overwrites.
 */
export class PageSelection {
  readonly #from: number;
  readonly #to: number;
  readonly #sortKeys: readonly SortKey[];
  readonly #keys: readonly Keys[];
  readonly #groups: Candidates[] = [];
  #cnt = 0;
  /** The keys of the last object that the page needs, of those read so far. Objects behind it are dropped. */
  #last: readonly number[] | null = null;

  constructor(sortKeys: readonly SortKey[], from: number, to: number) {
    this.#sortKeys = sortKeys;
    this.#from = from;
    this.#to = to;
    this.#keys = sortKeys.map((sortKey, index) => this.#keysBy(sortKey, buffers[index] ?? reusedNumbers()));
  }

  /** Adds a block. All blocks of one part come before those of the next. */
  add(part: Part, slots: Int32Array): void {
    let group = this.#groups.at(-1);
    if (group?.part !== part) {
      group = new Candidates(part);
      this.#groups.push(group);
    }
    const before = this.#last === null ? slots : this.#upTo(this.#last, slots, part);
    group.add(before);
    this.#cnt += before.length;
    if (this.#cnt > 2 * this.#to + SPARE_CNT) this.#drop();
  }

  /** The objects of the page in order. */
  page(): { readonly part: Part; readonly slot: number }[] {
    return selectRange(this.#cnt, this.#from, this.#to, this.#keys).map((position) => this.#at(position));
  }

  #drop(): void {
    const lastPosition = Uint32Array.from(selectRange(this.#cnt, this.#to - 1, this.#to, this.#keys));
    const last = this.#keys.map((keys) => keys(lastPosition)[0] ?? 0);
    for (const group of this.#groups) group.keep((slots) => this.#upTo(last, slots, group.part));
    this.#cnt = this.#groups.reduce((sum, { cnt }) => sum + cnt, 0);
    this.#last = last;
  }

  /** The slots of a block whose keys are not behind `last`. A further key decides between equal ones. */
  #upTo(last: readonly number[], slots: Int32Array, part: Part): Int32Array {
    let cnt = 0;
    let equal = slots;
    for (const [index, sortKey] of this.#sortKeys.entries()) {
      sortKey(values, equal, part);
      const bound = last[index] ?? 0;
      let tiedCnt = 0;
      for (let at = 0; at < equal.length; at++) {
        const value = values[at] ?? 0;
        if (value > bound) continue;
        const slot = equal[at] ?? 0;
        if (value < bound) kept[cnt++] = slot;
        else tied[tiedCnt++] = slot;
      }
      equal = tied.subarray(0, tiedCnt);
      if (tiedCnt === 0) break;
    }
    // The last key is unique: this is the last object itself.
    kept.set(equal, cnt);
    return kept.subarray(0, cnt + equal.length);
  }

  #at(position: number): { readonly part: Part; readonly slot: number } {
    let at = position;
    for (const { part, cnt, slots } of this.#groups) {
      if (at < cnt) return { part, slot: slots[at] ?? 0 };
      at -= cnt;
    }
    throw new Error(`no candidate ${position}`);
  }

  /** `positions` are indexes into the candidates of all parts, one part after another. */
  #keysBy(sortKey: SortKey, buffer: ReturnType<typeof reusedNumbers>): Keys {
    return (positions) => {
      const keys = buffer.take(positions?.length ?? this.#cnt);
      let start = 0;
      let done = 0;
      for (const { part, slots, cnt } of this.#groups) {
        const own = slots.subarray(0, cnt);
        const picked = positions === undefined ? own : pick(own, positions, start, done);
        sortKey(keys.subarray(done, done + picked.length), picked, part);
        start += cnt;
        done += picked.length;
      }
      return keys;
    };
  }
}

/** Slots of one part. */
class Candidates {
  readonly part: Part;
  slots = new Int32Array(BLOCK_CNT);
  cnt = 0;

  constructor(part: Part) {
    this.part = part;
  }

  add(slots: Int32Array): void {
    if (this.cnt + slots.length > this.slots.length) {
      const larger = new Int32Array(2 * (this.cnt + slots.length));
      larger.set(this.slots);
      this.slots = larger;
    }
    this.slots.set(slots, this.cnt);
    this.cnt += slots.length;
  }

  /** Keeps the slots that `narrow` returns, block by block. */
  keep(narrow: (slots: Int32Array) => Int32Array): void {
    const { slots, cnt } = this;
    this.cnt = 0;
    for (let from = 0; from < cnt; from += BLOCK_CNT) {
      this.add(narrow(slots.subarray(from, Math.min(cnt, from + BLOCK_CNT))));
    }
  }
}

/** The slots at these positions, beginning with `positions[done]`, until the end of `slots`. */
function pick(slots: Int32Array, positions: Uint32Array, start: number, done: number): Int32Array {
  const picked = pickedBuffer.take(positions.length - done);
  let cnt = 0;
  for (; cnt < picked.length; cnt++) {
    const slot = slots[(positions[done + cnt] ?? 0) - start];
    if (slot === undefined) break;
    picked[cnt] = slot;
  }
  return picked.subarray(0, cnt);
}
