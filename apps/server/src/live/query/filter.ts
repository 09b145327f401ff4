import type { Column, NumberFilter, TextFilter, TimeFilter } from '@gwanje/contract/definition/columns';
import { NO_MATCH } from '../columns/match-score.ts';
import { NO_TEXT } from '../columns/string-table.ts';
import type { DerivedState } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { BLOCK_CNT } from '../tables/slots.ts';
import type { ReaderMap } from './column-readers.ts';

/** Moves matching slots to the front of `slots`, returns their count. A separate loop per type is fastest. */
type Keep = (slots: Int32Array, values: Float64Array) => number;

/** Ids and choices come from the request. A made-up large id must not allocate memory. */
const MAX_MARKS = 2 ** 20;

const values = new Float64Array(BLOCK_CNT);

/** Moves the slots of a block that match all conditions to the front, and returns their count. */
export type Narrow = (slots: Int32Array) => number;

export function narrowBy(
  columns: Readonly<Record<string, Column>>,
  readers: ReaderMap,
  filter: Readonly<Record<string, unknown>>,
  derived: DerivedState,
): Narrow {
  const conditions = Object.entries(filter).flatMap(([key, condition]) => {
    const column = columns[key];
    const reader = readers[key];
    if (condition === undefined || column === undefined || reader === undefined) return [];
    return [{ type: column.type, reader, keep: keepOf(column, condition, derived.tables) }];
  });
  // Text conditions take longest, so they run last, on the remaining slots.
  conditions.sort((a, b) => Number(a.type === 'text') - Number(b.type === 'text'));
  return (slots) => {
    let cnt = slots.length;
    for (const { reader, keep } of conditions) {
      const among = slots.subarray(0, cnt);
      reader.collect(values, among, derived);
      cnt = keep(among, values);
    }
    return cnt;
  };
}

/** The contract has parsed the conditions, so each has the shape of its column's filter. */
function keepOf(column: Column, condition: unknown, tables: LiveTables): Keep {
  switch (column.type) {
    case 'id':
      return oneOf(listOf(condition as number | number[]));
    case 'choice': {
      const wanted = listOf(condition as string | string[]);
      return oneOf(wanted.map((choice) => column.choices?.indexOf(choice) ?? -1));
    }
    case 'flag':
      return oneOf([condition === true ? 1 : 0]);
    case 'text':
      return wantedText(condition as TextFilter, tables);
    case 'number':
      return inRange(condition as NumberFilter);
    case 'time':
      return inTime(condition as TimeFilter);
  }
}

function listOf<Value>(values: Value | Value[]): Value[] {
  return Array.isArray(values) ? values : [values];
}

function oneOf(wanted: readonly number[], maxMarks = MAX_MARKS): Keep {
  if (wanted.length > 1) return oneOfMany(wanted, maxMarks);
  const [only] = wanted;
  return (slots, values) => {
    let cnt = 0;
    for (let at = 0; at < slots.length; at++) {
      if (values[at] === only) slots[cnt++] = slots[at] ?? 0;
    }
    return cnt;
  };
}

/** Ids, refs and choices are integers from -1 on; -1 means none. */
function oneOfMany(wanted: readonly number[], maxMarks: number): Keep {
  const end = Math.max(...wanted) + 1;
  if (end > maxMarks) return oneOfSet(new Set(wanted));
  const isWanted = new Uint8Array(end);
  for (const value of wanted) if (value >= 0) isWanted[value] = 1;
  return (slots, values) => {
    let cnt = 0;
    for (let at = 0; at < slots.length; at++) {
      if (isWanted[values[at] ?? 0] === 1) slots[cnt++] = slots[at] ?? 0;
    }
    return cnt;
  };
}

function oneOfSet(wanted: ReadonlySet<number>): Keep {
  return (slots, values) => {
    let cnt = 0;
    for (let at = 0; at < slots.length; at++) {
      if (wanted.has(values[at] ?? 0)) slots[cnt++] = slots[at] ?? 0;
    }
    return cnt;
  };
}

function wantedText(condition: TextFilter, { strings, matches }: LiveTables): Keep {
  if (Array.isArray(condition)) {
    const refs = condition.map((text) => strings.find(text)).filter((ref) => ref !== NO_TEXT);
    return oneOf(refs, strings.end);
  }
  const scores = matches.of(condition);
  return (slots, values) => {
    let cnt = 0;
    for (let at = 0; at < slots.length; at++) {
      if ((scores[values[at] ?? NO_TEXT] ?? NO_MATCH) >= 0) slots[cnt++] = slots[at] ?? 0;
    }
    return cnt;
  };
}

/** Unknown and unset (-1) values are in no range. A range without bounds contains every value. */
function inRange({ min, max }: NumberFilter): Keep {
  if (min === undefined && max === undefined) return (slots) => slots.length;
  const from = min ?? Number.NEGATIVE_INFINITY;
  const to = max ?? Number.POSITIVE_INFINITY;
  return (slots, values) => {
    let cnt = 0;
    for (let at = 0; at < slots.length; at++) {
      const value = values[at] ?? 0;
      if (value >= from && value <= to && value !== -1) slots[cnt++] = slots[at] ?? 0;
    }
    return cnt;
  };
}

function inTime({ from, to }: TimeFilter): Keep {
  return inRange({
    ...(from !== undefined && { min: Date.parse(from) }),
    ...(to !== undefined && { max: Date.parse(to) }),
  });
}
