import { NO_TEXT, type StringTable } from './string-table.ts';

/**
 * The place of each text among all, by lower-cased code units. Sorting a few hundred thousand texts takes long, so the
 * order is kept and what came since is sorted into it.
 */
export class TextRanks {
  readonly #strings: StringTable;
  /** Lowered refs in order. */
  #sorted = new Int32Array(0);
  #ranks = new Int32Array(0);

  constructor(strings: StringTable) {
    this.#strings = strings;
  }

  /** By ref, from 1; spellings of one text rank alike. Holds until a text comes or goes. */
  ranks(): Int32Array {
    if (this.#strings.hasMoved) this.#sortIn(this.#strings.takeMoved());
    return this.#ranks;
  }

  /** The texts of another table, by their refs, ranked among these: between two of ours, or as ours where they are alike. */
  ranksOf(others: StringTable): Float64Array {
    const own = this.ranks();
    const texts = new Map<string, number[]>();
    for (let ref = 1; ref < others.end; ref++) {
      if (!others.isHeld(ref)) continue;
      const lower = others.lower(ref);
      const refs = texts.get(lower);
      if (refs === undefined) texts.set(lower, [ref]);
      else refs.push(ref);
    }
    const ranks = new Float64Array(others.end);
    const sorted = [...texts].sort((a, b) => (a[0] < b[0] ? -1 : 1));
    for (const [at, [lower, refs]] of sorted.entries()) {
      const known = own[this.#strings.find(lower)] ?? 0;
      const place = this.#placeOf(lower, this.#sorted, 0);
      const rank = known > 0 ? known : place + (at + 1) / (sorted.length + 1);
      for (const ref of refs) ranks[ref] = rank;
    }
    return ranks;
  }

  #sortIn(moved: readonly number[]): void {
    const strings = this.#strings;
    const isMoved = new Uint8Array(strings.end);
    for (const ref of moved) isMoved[ref] = 1;
    const stayed = this.#sorted.filter((ref) => isMoved[ref] === 0);
    const came = moved
      .filter((ref) => strings.isHeld(ref) && strings.loweredRef(ref) === ref)
      .map((ref) => ({ ref, text: strings.text(ref) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1));

    const merged = new Int32Array(stayed.length + came.length);
    let from = 0;
    let at = 0;
    for (const { ref, text } of came) {
      const to = this.#placeOf(text, stayed, from);
      merged.set(stayed.subarray(from, to), at);
      at += to - from;
      merged[at++] = ref;
      from = to;
    }
    merged.set(stayed.subarray(from), at);
    this.#sorted = merged;
    this.#rankAll();
  }

  /** The first place from `low` on whose text is not less. */
  #placeOf(text: string, sorted: Int32Array, from: number): number {
    let low = from;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#strings.text(sorted[middle] ?? NO_TEXT) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #rankAll(): void {
    const end = this.#strings.end;
    const ranks = this.#ranks.length >= end ? this.#ranks : new Int32Array(Math.ceil(end * 1.5));
    const sorted = this.#sorted;
    for (let place = 0; place < sorted.length; place++) ranks[sorted[place] ?? NO_TEXT] = place + 1;
    for (let ref = 1; ref < end; ref++) {
      const lowered = this.#strings.loweredRef(ref);
      if (lowered !== ref) ranks[ref] = ranks[lowered] ?? 0;
    }
    this.#ranks = ranks;
  }
}
