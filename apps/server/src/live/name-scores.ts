import { RefNotes } from './ref-notes.ts';
import { NO_TEXT, type StringTable } from './string-table.ts';
import { pairsOf, type TextPairs } from './text-pairs.ts';

const EXACT = 0;
const BEGINNING = 1;
const WORD = 2;
const PART = 3;
/** Names are shorter than this. */
const A_CLASS = 1024;
const NO_MATCH = -1;

/** How well names match a text: lower is better, below zero not at all. Names that many share are looked at once. */
export class NameScores {
  readonly #wanted: string;
  readonly #pairs: TextPairs;
  readonly #strings: StringTable;
  /** Score + 2, so that 0 is "not looked at". */
  readonly #known: RefNotes;

  constructor(text: string, strings: StringTable) {
    this.#wanted = text.toLowerCase();
    this.#pairs = pairsOf(this.#wanted);
    this.#strings = strings;
    this.#known = new RefNotes(strings);
  }

  of(ref: number): number {
    if (ref === NO_TEXT || !this.#strings.mayHave(ref, this.#pairs)) return NO_MATCH;
    const known = this.#known.of(ref);
    if (known !== 0) return known - 2;
    const score = this.#scoreOf(this.#strings.lower(ref));
    this.#known.set(ref, score + 2);
    return score;
  }

  #scoreOf(name: string): number {
    const at = name.indexOf(this.#wanted);
    if (at < 0) return NO_MATCH;
    const length = Math.min(name.length, A_CLASS - 1);
    if (at > 0) return (this.#beginsWord(name, at) ? WORD : PART) * A_CLASS + length;
    return (name.length === this.#wanted.length ? EXACT : BEGINNING) * A_CLASS + length;
  }

  #beginsWord(name: string, first: number): boolean {
    for (let at = first; at > 0; at = name.indexOf(this.#wanted, at + 1)) {
      if (isBetweenWords(name.charCodeAt(at - 1))) return true;
    }
    return false;
  }
}

/** '-', '.', '/', '_', ' ' and their like: ASCII that is neither letter nor digit. */
function isBetweenWords(code: number): boolean {
  if (code > 127) return false;
  const isDigit = code >= 48 && code <= 57;
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return !isDigit && !isLetter;
}
