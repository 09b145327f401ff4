import { matchScore, NO_MATCH } from './match-score.ts';
import { NO_TEXT, type StringTable } from './string-table.ts';
import { pairsOf } from './text-pairs.ts';

/** So many are remembered at once: what people look for now. */
const KEPT_CNT = 8;
/** With more new texts than this it is as good to begin again. */
const MANY_NEW = 10_000;

/**
 * How well each text matches one that is looked for, whatever the case. Whoever filters or searches pages on, sorts anew
 * and looks again every few seconds: what was looked at is remembered, and only texts that came since are looked at.
 */
export class TextMatches {
  readonly #strings: StringTable;
  /** The one asked for last is the last. */
  readonly #kept = new Map<string, Scores>();

  constructor(strings: StringTable) {
    this.#strings = strings;
    strings.onNew((ref) => this.#put(ref));
  }

  /** By ref; below zero where it does not match. Holds until a text comes. */
  of(wanted: string): Int16Array {
    const lower = wanted.toLowerCase();
    const scores = this.#kept.get(lower) ?? new Scores(lower, this.#strings, this.#ofPartOf(lower));
    this.#kept.delete(lower);
    this.#kept.set(lower, scores);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_CNT && oldest !== undefined) this.#kept.delete(oldest);
    return scores.complete();
  }

  /** Whoever types on looks among what had matched so far. */
  #ofPartOf(lower: string): Int16Array | null {
    let longest: string | null = null;
    for (const kept of this.#kept.keys()) {
      if (lower.includes(kept) && kept.length > (longest?.length ?? 0)) longest = kept;
    }
    return longest === null ? null : (this.#kept.get(longest)?.complete() ?? null);
  }

  #put(ref: number): void {
    for (const [wanted, { came }] of this.#kept) {
      if (came.length < MANY_NEW) came.push(ref);
      else this.#kept.delete(wanted);
    }
  }
}

class Scores {
  /** Refs that stand for another text than the score was given for. */
  readonly came: number[] = [];
  readonly #wanted: string;
  readonly #strings: StringTable;
  #byRef: Int16Array;

  constructor(wanted: string, strings: StringTable, ofPart: Int16Array | null) {
    this.#wanted = wanted;
    this.#strings = strings;
    this.#byRef = new Int16Array(Math.ceil(strings.end * 1.2)).fill(NO_MATCH);
    if (ofPart) {
      for (let ref = NO_TEXT + 1; ref < strings.end; ref++) {
        if ((ofPart[ref] ?? NO_MATCH) !== NO_MATCH) this.#byRef[ref] = matchScore(strings.lower(ref), wanted);
      }
      return;
    }
    // In a row, with a quick look at each: that is several times faster than to follow the objects to their names.
    const pairs = pairsOf(wanted);
    for (let ref = NO_TEXT + 1; ref < strings.end; ref++) {
      if (strings.mayHave(ref, pairs)) this.#byRef[ref] = matchScore(strings.lower(ref), wanted);
    }
  }

  complete(): Int16Array {
    if (this.#strings.end > this.#byRef.length) {
      const larger = new Int16Array(Math.ceil(this.#strings.end * 1.2)).fill(NO_MATCH);
      larger.set(this.#byRef);
      this.#byRef = larger;
    }
    for (const ref of this.came) this.#byRef[ref] = matchScore(this.#strings.lower(ref), this.#wanted);
    this.came.length = 0;
    return this.#byRef;
  }
}
