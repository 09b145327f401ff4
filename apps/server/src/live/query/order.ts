import { type KeptNumbers, keptInts, keptNumbers } from '../columns/kept-memory.ts';
import type { Moment } from '../views/moment.ts';
import type { ReaderMap } from './column-readers.ts';
import type { Reader } from './readers.ts';
import type { Keys } from './select.ts';

/** What is absent, unknown or not set comes last, whichever way. */
const LAST = Number.POSITIVE_INFINITY;

/** A key is worked out anew only when the former values of that key are done with. */
const buffers = [keptNumbers(), keptNumbers()];
const pickedBuffer = keptInts();

/** Slots of one state; the ranks of its texts are among those of all states that are listed together. */
export interface Part {
  readonly slots: Int32Array;
  readonly readers: ReaderMap;
  readonly moment: Moment;
  readonly ranks: () => Float64Array;
}

/** The keys of an order; `idKey`, of which there are no two, decides at last. */
export function keysOf(orderBy: readonly string[], idKey: string, parts: readonly Part[]): Keys[] {
  const keys = new Map<string, Keys>();
  for (const entry of [...orderBy, idKey]) {
    const isDescending = entry.startsWith('-');
    const key = isDescending ? entry.slice(1) : entry;
    // A key twice says nothing the second time.
    if (keys.has(key)) continue;
    keys.set(key, keyValues(key, isDescending ? -1 : 1, parts, buffers[keys.size] ?? keptNumbers()));
  }
  return [...keys.values()];
}

/** Places count through the parts, one after another. */
function keyValues(key: string, sign: 1 | -1, parts: readonly Part[], buffer: KeptNumbers): Keys {
  return (places) => {
    const values = buffer.take(places?.length ?? parts.reduce((sum, { slots }) => sum + slots.length, 0));
    let start = 0;
    let done = 0;
    for (const part of parts) {
      const slots = places === undefined ? part.slots : pick(part.slots, places, start, done);
      fill(values.subarray(done, done + slots.length), slots, part, key, sign);
      start += part.slots.length;
      done += slots.length;
    }
    return values;
  };
}

/** The slots of those places, from the `done`th on, that fall into the part. */
function pick(slots: Int32Array, places: Uint32Array, start: number, done: number): Int32Array {
  const picked = pickedBuffer.take(places.length - done);
  let cnt = 0;
  for (; cnt < picked.length; cnt++) {
    const slot = slots[(places[done + cnt] ?? 0) - start];
    if (slot === undefined) break;
    picked[cnt] = slot;
  }
  return picked.subarray(0, cnt);
}

function fill(
  values: Float64Array,
  slots: Int32Array,
  { readers, moment, ranks }: Part,
  key: string,
  sign: 1 | -1,
): void {
  const reader = readers[key];
  if (reader === undefined) throw new Error(`no column ${key}`);
  reader.gather(values, slots, moment);
  asKeys[reader.type](values, sign, ranks);
}

/** Makes of what a column holds numbers that order it. */
const asKeys: Readonly<
  Record<Reader['type'], (values: Float64Array, sign: 1 | -1, ranks: Part['ranks']) => void>
> = {
  text(values, sign, ranks) {
    const rankOf = ranks();
    for (let at = 0; at < values.length; at++) {
      const ref = values[at] ?? 0;
      values[at] = ref === 0 ? LAST : sign * (rankOf[ref] ?? 0);
    }
  },
  id(values, sign) {
    for (let at = 0; at < values.length; at++) {
      const id = values[at] ?? 0;
      values[at] = id === 0 ? LAST : sign * id;
    }
  },
  number(values, sign) {
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      // What is below no or beyond all bounds is not a number, what is -1 not set.
      const isKnown = value !== -1 && value - value === 0;
      values[at] = isKnown ? sign * value : LAST;
    }
  },
  time(values, sign) {
    for (let at = 0; at < values.length; at++) {
      const ms = values[at] ?? 0;
      values[at] = Number.isNaN(ms) ? LAST : sign * ms;
    }
  },
  choice: turn,
  flag: turn,
};

function turn(values: Float64Array, sign: 1 | -1): void {
  if (sign === 1) return;
  for (let at = 0; at < values.length; at++) values[at] = -(values[at] ?? 0);
}
