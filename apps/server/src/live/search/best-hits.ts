import type { StringTable } from '../columns/string-table.ts';

export interface Hit {
  readonly score: number;
  readonly kindIndex: number;
  readonly slot: number;
  readonly nameRef: number;
  readonly id: number;
}

/** Keeps the best hits in order, up to a limit. */
export class BestHits {
  readonly #limit: number;
  readonly #strings: StringTable;
  readonly #hits: Hit[] = [];
  /** Worse scores need not be offered. */
  worstScore = Number.POSITIVE_INFINITY;

  constructor(limit: number, strings: StringTable) {
    this.#limit = limit;
    this.#strings = strings;
  }

  offer(score: number, kindIndex: number, slot: number, nameRef: number, id: number): void {
    const hit: Hit = { score, kindIndex, slot, nameRef, id };
    const hits = this.#hits;
    const worst = hits.at(-1);
    if (hits.length >= this.#limit && worst !== undefined && this.#compare(hit, worst) >= 0) return;
    let low = 0;
    let high = hits.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = hits[middle];
      if (at !== undefined && this.#compare(at, hit) < 0) low = middle + 1;
      else high = middle;
    }
    hits.splice(low, 0, hit);
    if (hits.length > this.#limit) hits.pop();
    if (hits.length === this.#limit) this.worstScore = hits.at(-1)?.score ?? Number.POSITIVE_INFINITY;
  }

  inOrder(): readonly Hit[] {
    return this.#hits;
  }

  #compare(a: Hit, b: Hit): number {
    if (a.score !== b.score) return a.score - b.score;
    if (a.kindIndex !== b.kindIndex) return a.kindIndex - b.kindIndex;
    if (a.nameRef !== b.nameRef) {
      const left = this.#strings.text(a.nameRef);
      const right = this.#strings.text(b.nameRef);
      if (left !== right) return left < right ? -1 : 1;
    }
    return a.id - b.id;
  }
}
