import { NO_TEXT, type StringTable } from './string-table.ts';

interface AddedText {
  readonly ref: number;
  readonly text: string;
}

/**
 * The rank of each text by its lower-cased code units. Sorting a few hundred thousand texts is slow, so new
 * texts are inserted into the order. A new text gets a rank between its neighbours, whose ranks stay.
 */
export class TextRanks {
  readonly #strings: StringTable;
  /** Lower-cased refs in order. Only the first `#cnt` entries are valid. */
  #sorted = new Int32Array(0);
  #cnt = 0;
  #ranks = new Float64Array(0);
  /** Whether a text got a rank between two others since all ranks were last renumbered. */
  #isUneven = false;

  constructor(strings: StringTable) {
    this.#strings = strings;
  }

  /** Ranks by ref, above 0; equal for all spellings of a text. Valid until a text is added or removed. */
  ranks(): Float64Array {
    if (this.#strings.hasMoved) this.#sortIn(this.#strings.takeMoved());
    return this.#ranks;
  }

  /** Renumbers all ranks to make space for texts of other tables. Ranks returned earlier become invalid. */
  makeEven(): void {
    this.ranks();
    if (this.#isUneven) this.#rankAll();
  }

  /**
   * Ranks of the texts of another table, by their refs: between two texts of this table, or equal to the same
   * text. Different texts get different ranks if there is space (`makeEven`).
   */
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
      const [low, high] = this.#ranksAround(this.#positionOf(lower, 0));
      const rank = known > 0 ? known : low + ((high - low) * (at + 1)) / (sorted.length + 1);
      for (const ref of refs) ranks[ref] = rank;
    }
    return ranks;
  }

  #sortIn(moved: readonly number[]): void {
    const strings = this.#strings;
    this.#leave(moved);
    const added = moved
      .filter((ref) => strings.isHeld(ref) && strings.loweredRef(ref) === ref)
      .map((ref) => ({ ref, text: strings.text(ref) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1));
    this.#makeRoom(added.length);
    // When many texts are new, renumbering all is faster than finding the neighbours of each.
    const areMany = added.length > this.#cnt;
    if (!this.#join(added, areMany) || areMany) this.#rankAll();
    else this.#rankSpellings(moved);
  }

  /** Removes the old texts of moved refs. A ref may have a new text, but its rank gives the old position. */
  #leave(moved: readonly number[]): void {
    const removed: number[] = [];
    for (const ref of moved) {
      const rank = this.#ranks[ref] ?? 0;
      if (rank === 0) continue;
      const position = this.#positionOfRank(rank);
      if (this.#sorted[position] === ref) removed.push(position);
    }
    removed.sort((a, b) => a - b);
    const sorted = this.#sorted;
    for (const [index, position] of removed.entries()) {
      sorted.copyWithin(position - index, position + 1, removed[index + 1] ?? this.#cnt);
    }
    this.#cnt -= removed.length;
    for (const ref of moved) if (ref < this.#ranks.length) this.#ranks[ref] = 0;
  }

  #makeRoom(cameCnt: number): void {
    const cnt = this.#cnt + cameCnt;
    if (cnt > this.#sorted.length) {
      const larger = new Int32Array(Math.ceil(cnt * 1.5));
      larger.set(this.#sorted);
      this.#sorted = larger;
    }
    if (this.#strings.end <= this.#ranks.length) return;
    const larger = new Float64Array(Math.ceil(this.#strings.end * 1.5));
    larger.set(this.#ranks);
    this.#ranks = larger;
  }

  /** Inserts sorted texts. Returns false when they have no ranks: no space between two, or `areMany`. */
  #join(added: readonly AddedText[], areMany: boolean): boolean {
    let from = 0;
    const positions = added.map(({ text }) => {
      from = this.#positionOf(text, from);
      return from;
    });
    const areRanked = !areMany && this.#rankBetween(added, positions);
    let end = this.#cnt;
    for (let index = added.length - 1; index >= 0; index--) {
      const position = positions[index] ?? 0;
      this.#sorted.copyWithin(position + index + 1, position, end);
      this.#sorted[position + index] = added[index]?.ref ?? NO_TEXT;
      end = position;
    }
    this.#cnt += added.length;
    return areRanked;
  }

  /** New texts between the same two neighbours share the space between their ranks. */
  #rankBetween(added: readonly AddedText[], positions: readonly number[]): boolean {
    for (let first = 0; first < added.length; ) {
      const position = positions[first] ?? 0;
      let next = first + 1;
      while (positions[next] === position) next++;
      const [low, high] = this.#ranksAround(position);
      const step = (high - low) / (next - first + 1);
      if (step <= high * 4 * Number.EPSILON) return false;
      for (let at = first; at < next; at++) {
        this.#ranks[added[at]?.ref ?? NO_TEXT] = low + step * (at - first + 1);
      }
      first = next;
    }
    this.#isUneven ||= added.length > 0;
    return true;
  }

  #ranksAround(position: number): [low: number, high: number] {
    const low = position > 0 ? this.#rankAt(position - 1) : 0;
    return [low, position < this.#cnt ? this.#rankAt(position) : low + 1];
  }

  #rankAt(position: number): number {
    return this.#ranks[this.#sorted[position] ?? NO_TEXT] ?? 0;
  }

  /** The first position from `from` on whose text is not less. */
  #positionOf(text: string, from: number): number {
    let low = from;
    let high = this.#cnt;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#strings.text(this.#sorted[middle] ?? NO_TEXT) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #positionOfRank(rank: number): number {
    let low = 0;
    let high = this.#cnt;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#rankAt(middle) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #rankAll(): void {
    const ranks = this.#ranks;
    for (let position = 0; position < this.#cnt; position++)
      ranks[this.#sorted[position] ?? NO_TEXT] = position + 1;
    for (let ref = 1; ref < this.#strings.end; ref++) this.#rankSpelling(ref);
    this.#isUneven = false;
  }

  #rankSpellings(moved: readonly number[]): void {
    for (const ref of moved) this.#rankSpelling(ref);
  }

  #rankSpelling(ref: number): void {
    const lowered = this.#strings.loweredRef(ref);
    if (lowered !== ref) this.#ranks[ref] = this.#ranks[lowered] ?? 0;
  }
}
