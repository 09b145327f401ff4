import type { StringTable } from './string-table.ts';

/** Notes are smaller than this. */
const NOTES = 8192;
const ROUNDS = 2 ** 31 / NOTES;

interface Kept {
  notes: Int32Array;
  round: number;
}

const keptOf = new WeakMap<StringTable, Kept>();

/**
 * A small number about each text, for the length of one question: memory as large as all names together is not made
 * anew, nor cleared, for every question. One at a time of a table: who begins another may not use the former any more.
 */
export class RefNotes {
  readonly #notes: Int32Array;
  readonly #base: number;

  constructor(strings: StringTable) {
    const kept = keptOf.get(strings) ?? { notes: new Int32Array(0), round: 0 };
    if (kept.notes.length < strings.end || kept.round + 1 >= ROUNDS) {
      kept.notes = new Int32Array(Math.ceil(strings.end * 1.2));
      kept.round = 0;
    }
    kept.round++;
    keptOf.set(strings, kept);
    this.#notes = kept.notes;
    this.#base = kept.round * NOTES;
  }

  /** 0 where there is none. */
  of(ref: number): number {
    const note = (this.#notes[ref] ?? 0) - this.#base;
    return note > 0 && note < NOTES ? note : 0;
  }

  /** `note`: from 1 on. */
  set(ref: number, note: number): void {
    this.#notes[ref] = this.#base + note;
  }
}
