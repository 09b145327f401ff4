import { matchScore, NO_MATCH } from './match-score.ts';
import { NO_TEXT, type StringTable } from './string-table.ts';
import { pairsOf } from './text-pairs.ts';

/** Number of searched texts whose scores are cached. */
const CACHE_SIZE = 8;
/** With more new texts than this, computing all scores again is as fast. */
const MANY_NEW = 10_000;

/**
 * Scores how well each text matches a searched text, ignoring case. A viewer repeats a search for other
 * pages, sort orders and refreshes, so scores are cached and only new texts are scored.
 */
export class TextMatches {
  readonly #strings: StringTable;
  /** In order of last use, the latest last. */
  readonly #cache = new Map<string, Scores>();

  constructor(strings: StringTable) {
    this.#strings = strings;
    strings.onNew((ref) => this.#put(ref));
  }

  /** Scores by ref, negative for no match. Valid until a text is added or another search begins. */
  of(wanted: string): Int16Array {
    const lower = wanted.toLowerCase();
    const scores = this.#cache.get(lower) ?? this.#scoresOf(lower);
    this.#cache.delete(lower);
    this.#cache.set(lower, scores);
    return scores.complete();
  }

  #scoresOf(lower: string): Scores {
    const ofPart = this.#ofPartOf(lower);
    const [oldest] = this.#cache.entries();
    if (this.#cache.size < CACHE_SIZE || oldest === undefined) {
      return new Scores(lower, this.#strings, ofPart, new Int16Array(0));
    }
    const [evicted, { byRef }] = oldest;
    this.#cache.delete(evicted);
    // The memory of the oldest scores is reused, unless the new scores are computed from them.
    return new Scores(lower, this.#strings, ofPart, byRef === ofPart ? new Int16Array(0) : byRef);
  }

  /** A longer search text only matches where a part of it matched before. */
  #ofPartOf(lower: string): Int16Array | null {
    let longest: string | null = null;
    for (const cached of this.#cache.keys()) {
      if (lower.includes(cached) && cached.length > (longest?.length ?? 0)) longest = cached;
    }
    return longest === null ? null : (this.#cache.get(longest)?.complete() ?? null);
  }

  #put(ref: number): void {
    for (const [wanted, { addedRefs }] of this.#cache) {
      if (addedRefs.length < MANY_NEW) addedRefs.push(ref);
      else this.#cache.delete(wanted);
    }
  }
}

class Scores {
  /** Refs that got a new text after they were scored. */
  readonly addedRefs: number[] = [];
  readonly #wanted: string;
  readonly #strings: StringTable;
  byRef: Int16Array;

  /** `ofPart`: scores of a part of `wanted`. `room`: memory to overwrite. */
  constructor(wanted: string, strings: StringTable, ofPart: Int16Array | null, room: Int16Array) {
    this.#wanted = wanted;
    this.#strings = strings;
    this.byRef = room.fill(NO_MATCH);
    this.#makeRoom();
    const { byRef } = this;
    if (ofPart) {
      for (let ref = NO_TEXT + 1; ref < strings.end; ref++) {
        if ((ofPart[ref] ?? NO_MATCH) !== NO_MATCH) byRef[ref] = matchScore(strings.lower(ref), wanted);
      }
      return;
    }
    // Scanning all texts with the quick pair check is several times faster than going from object to name.
    strings.eachThatMayHave(pairsOf(wanted), (ref) => {
      byRef[ref] = matchScore(strings.lower(ref), wanted);
    });
  }

  complete(): Int16Array {
    this.#makeRoom();
    for (const ref of this.addedRefs) this.byRef[ref] = matchScore(this.#strings.lower(ref), this.#wanted);
    this.addedRefs.length = 0;
    return this.byRef;
  }

  #makeRoom(): void {
    if (this.#strings.end <= this.byRef.length) return;
    const larger = new Int16Array(Math.ceil(this.#strings.end * 1.2)).fill(NO_MATCH);
    larger.set(this.byRef);
    this.byRef = larger;
  }
}
