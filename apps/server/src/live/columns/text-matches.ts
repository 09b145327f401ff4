import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import { matchScore, NO_MATCH } from './match-score.ts';
import { NO_TEXT, type StringTable } from './string-table.ts';
import { pairsOf, type TextPairs } from './text-pairs.ts';

/** Number of searched texts whose scores are cached. */
const CACHE_SIZE = 8;
/** With more new texts than this, computing all scores again is as fast. */
const MANY_NEW = 10_000;
/** The number of texts that are scored at once, and how long until other requests run. */
const STEP_CNT = 20_000;
const MAX_STRETCH_MS = 5;

type Memory = Int16Array<ArrayBuffer>;

/**
 * Scores how well each text matches a searched text, ignoring case. A viewer repeats a search for other
 * pages, sort orders and refreshes, so scores are cached and only new texts are scored.
 */
export class TextMatches {
  readonly #strings: StringTable;
  /** In order of last use, the latest last. */
  readonly #cache = new Map<string, Scores>();
  /** The memory of scores that are no longer cached. Megabytes of garbage per search cause long pauses. */
  readonly #free: Memory[] = [];

  constructor(strings: StringTable) {
    this.#strings = strings;
    strings.onNew((ref) => this.#put(ref));
  }

  /**
   * Scores all texts before `of` is called. Other requests run meanwhile: 1.6 million texts took 11 ms of CPU
   * (p50) and 52 ms at most, on a machine with a load of 8.
   */
  async prepare(wanted: string, maxStretchMs = MAX_STRETCH_MS): Promise<void> {
    const scores = this.#scoresOf(wanted, () => this.#free.pop());
    const eventLoop = new EventLoopYield(maxStretchMs);
    while (scores.score(STEP_CNT)) await eventLoop.yieldIfDue();
  }

  /** Scores by ref, negative for no match. Valid until a text is added or another search is prepared. */
  of(wanted: string): Int16Array {
    return this.#scoresOf(wanted).complete();
  }

  #scoresOf(wanted: string, newMemory: () => Memory | undefined = () => undefined): Scores {
    const lower = wanted.toLowerCase();
    const scores = this.#cache.get(lower) ?? new Scores(lower, this.#strings, newMemory());
    this.#cache.delete(lower);
    this.#cache.set(lower, scores);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > CACHE_SIZE && oldest !== undefined) this.#forget(oldest);
    return scores;
  }

  #forget(wanted: string): void {
    const scores = this.#cache.get(wanted);
    this.#cache.delete(wanted);
    // Scores that are not complete are still being prepared.
    if (scores?.isComplete && this.#free.length < CACHE_SIZE) this.#free.push(scores.memory);
  }

  #put(ref: number): void {
    for (const [wanted, { addedRefs }] of this.#cache) {
      if (addedRefs.length < MANY_NEW) addedRefs.push(ref);
      else this.#forget(wanted);
    }
  }
}

class Scores {
  /** Refs that got a new text after the scoring began. */
  readonly addedRefs: number[] = [];
  readonly #wanted: string;
  readonly #pairs: TextPairs;
  readonly #strings: StringTable;
  #byRef: Memory;
  /** All refs before this one are scored. Texts that come after the beginning are `addedRefs`. */
  #next = NO_TEXT + 1;
  readonly #end: number;

  constructor(wanted: string, strings: StringTable, memory: Memory | undefined) {
    this.#wanted = wanted;
    this.#pairs = pairsOf(wanted);
    this.#strings = strings;
    this.#end = strings.end;
    const isEnough = memory !== undefined && memory.length >= strings.end;
    this.#byRef = (isEnough ? memory : new Int16Array(Math.ceil(strings.end * 1.2))).fill(NO_MATCH);
  }

  get isComplete(): boolean {
    return this.#next >= this.#end;
  }

  get memory(): Memory {
    return this.#byRef;
  }

  /** Scores the next texts. Returns whether others are left. */
  score(cnt: number): boolean {
    const strings = this.#strings;
    const wanted = this.#wanted;
    const byRef = this.#byRef;
    const end = Math.min(this.#end, this.#next + cnt);
    // Scanning all texts with the quick pair check is several times faster than going from object to name.
    strings.eachThatMayHave(this.#pairs, this.#next, end, (ref) => {
      byRef[ref] = matchScore(strings.lower(ref), wanted);
    });
    this.#next = end;
    return !this.isComplete;
  }

  complete(): Int16Array {
    this.score(this.#end);
    const { end } = this.#strings;
    if (end > this.#byRef.length) {
      const larger = new Int16Array(Math.ceil(end * 1.2)).fill(NO_MATCH);
      larger.set(this.#byRef);
      this.#byRef = larger;
    }
    for (const ref of this.addedRefs) this.#byRef[ref] = matchScore(this.#strings.lower(ref), this.#wanted);
    this.addedRefs.length = 0;
    return this.#byRef;
  }
}
