import type { Moment } from './moment.ts';
import type { Reader } from './readers.ts';
import type { ReaderMap } from './rows.ts';
import { KeptNumbers, type Keys } from './select.ts';

/** What is absent, unknown or not set comes last, whichever way. */
const LAST = Number.POSITIVE_INFINITY;

/**
 * Room for the keys of a large list, used again by the next: fresh pages of memory cost more than what is done in them.
 * A key is worked out anew only when the former values of that key are done with.
 */
const buffers = [new KeptNumbers(), new KeptNumbers()];

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
    if (keys.has(key)) continue;
    keys.set(key, keyValues(key, isDescending ? -1 : 1, parts, buffers[keys.size] ?? new KeptNumbers()));
  }
  return [...keys.values()];
}

/** Places count through the parts, one after another. */
function keyValues(key: string, sign: 1 | -1, parts: readonly Part[], buffer: KeptNumbers): Keys {
  return (places) => {
    const values = buffer.take(places.length);
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
  gather(values, places, start, slots, reader, moment);
  const end = start + slots.length;
  const rankOf = reader.type === 'text' ? ranks() : undefined;
  for (let at = 0; at < values.length; at++) {
    const place = places[at] ?? 0;
    if (place < start || place >= end) continue;
    const value = values[at] ?? 0;
    if (isAbsent(reader.type, value)) values[at] = LAST;
    else values[at] = sign * (rankOf === undefined ? value : (rankOf[value] ?? 0));
  }
}

/** What the places hold: a loop for each sort of column, for one that knows them all is several times slower. */
function gather(
  values: Float64Array,
  places: Uint32Array,
  start: number,
  slots: Int32Array,
  reader: Reader,
  moment: Moment,
): void {
  const stored = reader.values?.();
  if (stored instanceof Float64Array) gatherNumbers(values, places, start, slots, stored);
  else if (stored instanceof Int32Array) gatherInts(values, places, start, slots, stored);
  else {
    for (let at = 0; at < places.length; at++) {
      const slot = slots[(places[at] ?? 0) - start];
      if (slot !== undefined) values[at] = reader.read(slot, moment);
    }
  }
}

function gatherNumbers(
  values: Float64Array,
  places: Uint32Array,
  start: number,
  slots: Int32Array,
  stored: Float64Array,
): void {
  for (let at = 0; at < places.length; at++) {
    const slot = slots[(places[at] ?? 0) - start];
    if (slot !== undefined) values[at] = stored[slot] ?? 0;
  }
}

function gatherInts(
  values: Float64Array,
  places: Uint32Array,
  start: number,
  slots: Int32Array,
  stored: Int32Array,
): void {
  for (let at = 0; at < places.length; at++) {
    const slot = slots[(places[at] ?? 0) - start];
    if (slot !== undefined) values[at] = stored[slot] ?? 0;
  }
}

function isAbsent(type: Reader['type'], value: number): boolean {
  switch (type) {
    case 'id':
    case 'text':
      return value === 0;
    case 'number':
      return value === -1 || !Number.isFinite(value);
    case 'time':
      return Number.isNaN(value);
    case 'choice':
    case 'flag':
      return false;
  }
}
