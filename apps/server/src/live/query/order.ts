import type { DerivedState } from '../tables/derived-state.ts';
import type { ReaderMap } from './column-readers.ts';
import type { Reader } from './readers.ts';

/** Absent, unknown and unset values come last in both directions. */
const LAST = Number.POSITIVE_INFINITY;

/** The objects of one live state. `ranks` orders its texts together with those of the other listed states. */
export interface Part {
  readonly readers: ReaderMap;
  readonly derived: DerivedState;
  readonly ranks: () => Float64Array;
}

/** Writes the sort keys of the slots, smallest first. */
export type SortKey = (into: Float64Array, slots: Int32Array, part: Part) => void;

/** The keys of a sort order. The unique `idKey` is the last one, in the direction of the first. */
export function sortKeysOf(orderBy: readonly string[], idKey: string): SortKey[] {
  const keys = new Map<string, SortKey>();
  const last = orderBy[0]?.startsWith('-') ? `-${idKey}` : idKey;
  for (const entry of [...orderBy, last]) {
    const isDescending = entry.startsWith('-');
    const key = isDescending ? entry.slice(1) : entry;
    // A repeated key has no effect.
    if (!keys.has(key)) keys.set(key, sortKeyOf(key, isDescending ? -1 : 1));
  }
  return [...keys.values()];
}

function sortKeyOf(key: string, sign: 1 | -1): SortKey {
  return (into, slots, { readers, derived, ranks }) => {
    const reader = readers[key];
    if (reader === undefined) throw new Error(`no column ${key}`);
    reader.collect(into, slots, derived);
    asKeys[reader.type](into.subarray(0, slots.length), sign, ranks);
  };
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
  time: orLast,
  choice(values, sign) {
    if (sign === 1) return;
    for (let at = 0; at < values.length; at++) values[at] = -(values[at] ?? 0);
  },
  flag: orLast,
};

function orLast(values: Float64Array, sign: 1 | -1): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    values[at] = Number.isNaN(value) ? LAST : sign * value;
  }
}
