import type { Moment } from './moment.ts';
import type { Reader } from './readers.ts';
import type { ReaderMap } from './rows.ts';
import type { Keys } from './select.ts';

/** What is absent, unknown or not set comes last, whichever way. */
const LAST = Number.POSITIVE_INFINITY;

/** Slots of one state; the ranks of its texts are among those of all states that are listed together. */
export interface Part {
  readonly slots: Int32Array;
  readonly readers: ReaderMap;
  readonly moment: Moment;
  readonly ranks: () => ArrayLike<number>;
}

/** The keys of an order; `idKey`, of which there are no two, decides at last. */
export function keysOf(orderBy: readonly string[], idKey: string, parts: readonly Part[]): Keys[] {
  const keys = new Map<string, Keys>();
  for (const entry of [...orderBy, idKey]) {
    const isDescending = entry.startsWith('-');
    const key = isDescending ? entry.slice(1) : entry;
    // A key twice says nothing the second time.
    if (!keys.has(key)) keys.set(key, keyValues(key, isDescending ? -1 : 1, parts));
  }
  return [...keys.values()];
}

/** Places count through the parts, one after another. */
function keyValues(key: string, sign: 1 | -1, parts: readonly Part[]): Keys {
  return (places) => {
    const values = new Float64Array(places.length);
    let start = 0;
    for (const part of parts) {
      fill(values, places, start, part, key, sign);
      start += part.slots.length;
    }
    return values;
  };
}

function fill(
  values: Float64Array,
  places: Uint32Array,
  start: number,
  { slots, readers, moment, ranks }: Part,
  key: string,
  sign: 1 | -1,
): void {
  const reader = readers[key];
  if (reader === undefined) throw new Error(`no column ${key}`);
  const { type, read } = reader;
  const isAbsent = absent[type];
  const rankOf = type === 'text' ? ranks() : undefined;
  const end = start + slots.length;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    if (place < start || place >= end) continue;
    const value = read(slots[place - start] ?? 0, moment);
    if (isAbsent(value)) values[at] = LAST;
    else values[at] = sign * (rankOf === undefined ? value : (rankOf[value] ?? 0));
  }
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
