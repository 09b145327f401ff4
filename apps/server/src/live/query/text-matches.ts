import { NO_TEXT, type StringTable } from '../columns/string-table.ts';
import { pairsOf } from '../columns/text-pairs.ts';
import { matchScore, NO_MATCH } from './match-score.ts';

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

  /** By ref; below zero where it does not match. Holds until a text comes, or others are asked for. */
  of(wanted: string): Int16Array {
    const lower = wanted.toLowerCase();
    const scores = this.#kept.get(lower) ?? this.#scoresOf(lower);
    this.#kept.delete(lower);
    this.#kept.set(lower, scores);
    return scores.complete();
  }

  #scoresOf(lower: string): Scores {
    const ofPart = this.#ofPartOf(lower);
    const [oldest] = this.#kept.entries();
    if (this.#kept.size < KEPT_CNT || oldest === undefined) {
      return new Scores(lower, this.#strings, ofPart, new Int16Array(0));
    }
    const [forgotten, { byRef }] = oldest;
    this.#kept.delete(forgotten);
    // Its memory is used again, unless it is what the new one is found among.
    return new Scores(lower, this.#strings, ofPart, byRef === ofPart ? new Int16Array(0) : byRef);
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
  byRef: Int16Array;

  /** `ofPart`: how well a part of it matches; `room`: memory to be overwritten. */
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
    // In a row, with a quick look at each: that is several times faster than to follow the objects to their names.
    const pairs = pairsOf(wanted);
    for (let ref = NO_TEXT + 1; ref < strings.end; ref++) {
      if (strings.mayHave(ref, pairs)) byRef[ref] = matchScore(strings.lower(ref), wanted);
    }
  }

  complete(): Int16Array {
    this.#makeRoom();
    for (const ref of this.came) this.byRef[ref] = matchScore(this.#strings.lower(ref), this.#wanted);
    this.came.length = 0;
    return this.byRef;
  }

  #makeRoom(): void {
    if (this.#strings.end <= this.byRef.length) return;
    const larger = new Int16Array(Math.ceil(this.#strings.end * 1.2)).fill(NO_MATCH);
    larger.set(this.byRef);
    this.byRef = larger;
  }
}
