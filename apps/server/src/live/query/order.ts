import { type ReusedNumbers, reusedInts, reusedNumbers } from '../columns/reused-array.ts';
import type { DerivedState } from '../tables/derived-state.ts';
import type { ReaderMap } from './column-readers.ts';
import type { Reader } from './readers.ts';
import type { Keys } from './select.ts';

/** Absent, unknown and unset values come last in both directions. */
const LAST = Number.POSITIVE_INFINITY;

/** Each key has its own buffer. It is overwritten only after the previous values of that key were used. */
const buffers = [reusedNumbers(), reusedNumbers()];
const pickedBuffer = reusedInts();

/** Slots of one live state. `ranks` orders its texts together with those of the other listed states. */
export interface Part {
  readonly slots: Int32Array;
  readonly readers: ReaderMap;
  readonly derived: DerivedState;
  readonly ranks: () => Float64Array;
}

/** The keys of a sort order. The unique `idKey` is the last one, in the direction of the first. */
export function keysOf(orderBy: readonly string[], idKey: string, parts: readonly Part[]): Keys[] {
  const keys = new Map<string, Keys>();
  const last = orderBy[0]?.startsWith('-') ? `-${idKey}` : idKey;
  for (const entry of [...orderBy, last]) {
    const isDescending = entry.startsWith('-');
    const key = isDescending ? entry.slice(1) : entry;
    // A repeated key has no effect.
    if (keys.has(key)) continue;
    keys.set(key, keyValues(key, isDescending ? -1 : 1, parts, buffers[keys.size] ?? reusedNumbers()));
  }
  return [...keys.values()];
}

/** `positions` are indexes into the slots of all parts, one part after another. */
function keyValues(key: string, sign: 1 | -1, parts: readonly Part[], buffer: ReusedNumbers): Keys {
  return (positions) => {
    const values = buffer.take(positions?.length ?? parts.reduce((sum, { slots }) => sum + slots.length, 0));
    let start = 0;
    let done = 0;
    for (const part of parts) {
      const slots = positions === undefined ? part.slots : pick(part.slots, positions, start, done);
      fill(values.subarray(done, done + slots.length), slots, part, key, sign);
      start += part.slots.length;
      done += slots.length;
    }
    return values;
  };
}

/** The slots of the part at these positions, beginning with `positions[done]`. */
function pick(slots: Int32Array, positions: Uint32Array, start: number, done: number): Int32Array {
  const picked = pickedBuffer.take(positions.length - done);
  let cnt = 0;
  for (; cnt < picked.length; cnt++) {
    const slot = slots[(positions[done + cnt] ?? 0) - start];
    if (slot === undefined) break;
    picked[cnt] = slot;
  }
  return picked.subarray(0, cnt);
}

function fill(
  values: Float64Array,
  slots: Int32Array,
  { readers, derived, ranks }: Part,
  key: string,
  sign: 1 | -1,
): void {
  const reader = readers[key];
  if (reader === undefined) throw new Error(`no column ${key}`);
  reader.collect(values, slots, derived);
  asKeys[reader.type](values, sign, ranks);
}

/** Converts column values to numbers that sort in the column's order. */
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
      // NaN and infinite values are unknown; -1 is not set.
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
