import { NO_TEXT, type StringTable } from './string-table.ts';

/** One column of a table. */
export interface Slots {
  /** Releases the value of the slot. */
  clear(slot: number): void;
  grow(capacity: number): void;
}

export interface Store<Value> extends Slots {
  get(slot: number): Value;
  set(slot: number, value: Value): void;
}

/** One store per field of a state. A missing field does not compile. */
export type Stores<State> = { readonly [Key in keyof State]: Store<State[Key]> };

/** NaN means null. */
class Numbers {
  values = new Float64Array(0);

  clear(slot: number): void {
    this.values[slot] = Number.NaN;
  }

  grow(capacity: number): void {
    const larger = new Float64Array(capacity).fill(Number.NaN, this.values.length);
    larger.set(this.values);
    this.values = larger;
  }

  at(slot: number): number {
    return this.values[slot] ?? Number.NaN;
  }
}

export class NumberStore extends Numbers implements Store<number> {
  get(slot: number): number {
    return this.at(slot);
  }

  set(slot: number, value: number): void {
    this.values[slot] = value;
  }
}

export class NumberOrNullStore extends Numbers implements Store<number | null> {
  get(slot: number): number | null {
    const value = this.at(slot);
    return Number.isNaN(value) ? null : value;
  }

  set(slot: number, value: number | null): void {
    this.values[slot] = value ?? Number.NaN;
  }
}

/** Whole numbers: ids and slots. */
export class IntStore implements Store<number> {
  readonly none: number;
  values = new Int32Array(0);

  constructor(none = 0) {
    this.none = none;
  }

  at(slot: number): number {
    return this.values[slot] ?? this.none;
  }

  get(slot: number): number {
    return this.at(slot);
  }

  set(slot: number, value: number): void {
    this.values[slot] = value;
  }

  clear(slot: number): void {
    this.values[slot] = this.none;
  }

  grow(capacity: number): void {
    const larger = new Int32Array(capacity).fill(this.none, this.values.length);
    larger.set(this.values);
    this.values = larger;
  }
}

class Bytes {
  values = new Uint8Array(0);

  at(slot: number): number {
    return this.values[slot] ?? 0;
  }

  clear(slot: number): void {
    this.values[slot] = 0;
  }

  grow(capacity: number): void {
    const larger = new Uint8Array(capacity);
    larger.set(this.values);
    this.values = larger;
  }
}

export class FlagStore extends Bytes implements Store<boolean> {
  get(slot: number): boolean {
    return this.at(slot) === 1;
  }

  set(slot: number, value: boolean): void {
    this.values[slot] = value ? 1 : 0;
  }
}

/** NaN means null. */
export class FlagOrNullStore extends Numbers implements Store<boolean | null> {
  get(slot: number): boolean | null {
    const value = this.at(slot);
    return Number.isNaN(value) ? null : value === 1;
  }

  set(slot: number, value: boolean | null): void {
    this.values[slot] = value === null ? Number.NaN : Number(value);
  }
}

/** A choice, stored as its index. */
export class ChoiceStore<Choice extends string> extends Bytes implements Store<Choice> {
  readonly #choices: readonly Choice[];

  constructor(choices: readonly Choice[]) {
    super();
    this.#choices = choices;
  }

  get(slot: number): Choice {
    const choice = this.#choices[this.at(slot)] ?? this.#choices[0];
    if (choice === undefined) throw new Error('a choice without values');
    return choice;
  }

  set(slot: number, value: Choice): void {
    this.values[slot] = Math.max(0, this.#choices.indexOf(value));
  }
}

class Texts {
  readonly strings: StringTable;
  /** Refs of the string table. */
  values = new Int32Array(0);

  constructor(strings: StringTable) {
    this.strings = strings;
  }

  at(slot: number): number {
    return this.values[slot] ?? NO_TEXT;
  }

  protected replace(slot: number, text: string | null): void {
    const before = this.at(slot);
    // The new text is taken before the old one is released, so that an unchanged text keeps its ref.
    this.values[slot] = text === null ? NO_TEXT : this.strings.take(text);
    this.strings.release(before);
  }

  clear(slot: number): void {
    this.replace(slot, null);
  }

  grow(capacity: number): void {
    const larger = new Int32Array(capacity);
    larger.set(this.values);
    this.values = larger;
  }
}

export class TextStore extends Texts implements Store<string> {
  get(slot: number): string {
    return this.strings.text(this.at(slot));
  }

  set(slot: number, value: string): void {
    this.replace(slot, value);
  }
}

export class TextOrNullStore extends Texts implements Store<string | null> {
  get(slot: number): string | null {
    const ref = this.at(slot);
    return ref === NO_TEXT ? null : this.strings.text(ref);
  }

  set(slot: number, value: string | null): void {
    this.replace(slot, value);
  }
}
