import type { Column, NumberFilter, TextFilter, TimeFilter } from '@gwanje/contract/columns';
import type { Moment } from './moment.ts';
import { RefNotes } from './ref-notes.ts';
import type { ReaderMap } from './rows.ts';
import { NO_TEXT, type StringTable } from './string-table.ts';
import { pairsOf } from './text-pairs.ts';

type Test = (value: number) => boolean;

/** Keeps at the front of `slots` those that match every condition; says how many. */
export function narrow(
  slots: Int32Array,
  columns: Readonly<Record<string, Column>>,
  readers: ReaderMap,
  filter: Readonly<Record<string, unknown>>,
  moment: Moment,
): number {
  let cnt = slots.length;
  for (const [key, condition] of Object.entries(filter)) {
    const column = columns[key];
    const reader = readers[key];
    if (condition === undefined || column === undefined || reader === undefined) continue;
    const test = testOf(column, condition, moment.world.strings);
    const stored = reader.values?.();
    let kept = 0;
    for (let at = 0; at < cnt; at++) {
      const slot = slots[at] ?? 0;
      const value = stored === undefined ? reader.read(slot, moment) : (stored[slot] ?? 0);
      if (test(value)) slots[kept++] = slot;
    }
    cnt = kept;
  }
  return cnt;
}

/** The contract has parsed the conditions: each has the shape of its column's filter. */
function testOf(column: Column, condition: unknown, strings: StringTable): Test {
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
      return textTest(condition as TextFilter, strings);
    case 'number':
      return rangeTest(condition as NumberFilter);
    case 'time':
      return timeTest(condition as TimeFilter);
  }
}

function listOf<Value>(values: Value | Value[]): Value[] {
  return Array.isArray(values) ? values : [values];
}

function oneOf(values: readonly number[]): Test {
  const [only] = values;
  if (values.length === 1) return (value) => value === only;
  const wanted = new Set(values);
  return (value) => wanted.has(value);
}

function textTest(condition: TextFilter, strings: StringTable): Test {
  if (Array.isArray(condition)) {
    const refs = condition.map((text) => strings.find(text)).filter((ref) => ref !== NO_TEXT);
    return oneOf(refs);
  }
  const part = condition.toLowerCase();
  const pairs = pairsOf(part);
  // Many rows share few texts: each is looked at once.
  const verdicts = new RefNotes(strings);
  return (ref) => {
    if (ref === NO_TEXT || !strings.mayHave(ref, pairs)) return false;
    const known = verdicts.of(ref);
    if (known !== 0) return known === 2;
    const isMatch = strings.lower(ref).includes(part);
    verdicts.set(ref, isMatch ? 2 : 1);
    return isMatch;
  };
}

/** What is not known or not set (-1) lies in no range; a range without ends holds everything. */
function rangeTest({ min, max }: NumberFilter): Test {
  if (min === undefined && max === undefined) return () => true;
  const from = min ?? Number.NEGATIVE_INFINITY;
  const to = max ?? Number.POSITIVE_INFINITY;
  return (value) => value >= from && value <= to && value !== -1;
}

function timeTest({ from, to }: TimeFilter): Test {
  if (from === undefined && to === undefined) return () => true;
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  return (value) => value >= fromMs && value <= toMs;
}
