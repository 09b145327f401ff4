import type { Moment } from './moment.ts';
import type { Reader } from './readers.ts';
import type { ReaderMap } from './rows.ts';

/** What is absent, unknown or not set comes last, whichever way. */
const LAST = Number.POSITIVE_INFINITY;

export interface Term {
  readonly key: string;
  readonly isDescending: boolean;
}

/** A key twice says nothing the second time. */
export function termsOf(orderBy: readonly string[]): Term[] {
  const terms = new Map<string, Term>();
  for (const entry of orderBy) {
    const isDescending = entry.startsWith('-');
    const key = isDescending ? entry.slice(1) : entry;
    if (!terms.has(key)) terms.set(key, { key, isDescending });
  }
  return [...terms.values()];
}

/** Slots of one state, and the ranks of its texts: among those of all states that are listed together. */
export interface Part {
  readonly slots: Int32Array;
  readonly readers: ReaderMap;
  readonly moment: Moment;
  readonly ranks: ArrayLike<number>;
}

/** For every slot of every part a number that orders as the term says, smallest first. */
export function keysOf({ key, isDescending }: Term, parts: readonly Part[]): Float64Array {
  const keys = new Float64Array(parts.reduce((sum, { slots }) => sum + slots.length, 0));
  const sign = isDescending ? -1 : 1;
  let to = 0;
  for (const { slots, readers, moment, ranks } of parts) {
    const reader = readers[key];
    if (reader === undefined) throw new Error(`no column ${key}`);
    const { type, read } = reader;
    const isAbsent = absent[type];
    const isText = type === 'text';
    for (let at = 0; at < slots.length; at++) {
      const value = read(slots[at] ?? 0, moment);
      keys[to++] = isAbsent(value) ? LAST : sign * (isText ? (ranks[value] ?? 0) : value);
    }
  }
  return keys;
}

const isZero = (value: number) => value === 0;
const never = () => false;

const absent: Readonly<Record<Reader['type'], (value: number) => boolean>> = {
  id: isZero,
  text: isZero,
  number: (value) => value === -1 || !Number.isFinite(value),
  time: Number.isNaN,
  choice: never,
  flag: never,
};

/** Compares by the keys in turn, then by id: two places are never equal. */
export type Compare = (a: number, b: number) => number;

export function compareBy(keys: readonly Float64Array[], ids: Int32Array): Compare {
  const [first, second] = keys;
  const byId: Compare = (a, b) => (ids[a] ?? 0) - (ids[b] ?? 0);
  if (first === undefined) return byId;
  if (second === undefined) return (a, b) => difference(first, a, b) || byId(a, b);
  return (a, b) => {
    for (const key of keys) {
      const by = difference(key, a, b);
      if (by !== 0) return by;
    }
    return byId(a, b);
  };
}

/** Not by subtraction: two that are last are equal. */
function difference(key: Float64Array, a: number, b: number): number {
  const left = key[a] ?? LAST;
  const right = key[b] ?? LAST;
  return left < right ? -1 : left > right ? 1 : 0;
}
