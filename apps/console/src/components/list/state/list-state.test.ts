import { describe, expect, test } from 'vitest';
import { instantOfLocal, localTimeText } from '../../range/local-time.ts';
import { shownNumber, typedNumber, unitFor } from '../filters/filter-units.ts';
import { listBody, NO_CHOICE } from './list-address.ts';
import { listOptionsFrom, MAX_NAMED_FILTERS, withFilter, withoutFilter } from './list-options.ts';
import {
  ALL_SELECTED,
  isSelected,
  NOTHING_SELECTED,
  type Selection,
  selectedCnt,
  withRow,
} from './selection.ts';
import { isNear, pagesOf } from './use-list-pages.ts';

describe('the requested pages', () => {
  test.each([
    [{ first: 0, last: 30 }, undefined, [1]],
    [{ first: 0, last: 30 }, 100_000, [1]],
    [{ first: 0, last: 70 }, 100_000, [1, 2]],
    [{ first: 5000, last: 5040 }, 100_000, [50, 51]],
    [{ first: 99_960, last: 99_999 }, 100_000, [1000]],
    [{ first: 500, last: 540 }, 120, [2]],
    [{ first: 0, last: -1 }, 0, [1]],
  ])('%j of %s rows are %j', (range, rowCnt, pages) => expect(pagesOf(range, rowCnt)).toEqual(pages));

  test('count as near if they are adjacent to the pages before', () => {
    expect(isNear([3], [1, 2])).toBe(true);
    expect(isNear([40, 41], [1, 2])).toBe(false);
  });
});

describe('the body of the request', () => {
  const list = { hasPast: true, defaultOrder: [{ id: 'monResult', descending: false }] };

  test('has the conditions of the page, which override those of the address', () => {
    const choice = { ...NO_CHOICE, filter: { hostId: [2], name: 'x' } };
    expect(listBody(list, choice, { filter: { hostId: [1] } }).filter).toEqual({ hostId: [1], name: 'x' });
  });

  test('has the declared order unless the user has chosen an order', () => {
    expect(listBody(list, NO_CHOICE, {}).orderBy).toEqual(['monResult']);
    expect(listBody(list, { ...NO_CHOICE, sort: [{ id: 'name', descending: true }] }, {}).orderBy).toEqual([
      '-name',
    ]);
  });

  test('has no past instant for a list without a past', () => {
    const choice = { ...NO_CHOICE, at: '2026-11-15T00:00:00.000Z', includesDeleted: true };
    expect(listBody({ ...list, hasPast: false }, choice, {})).not.toHaveProperty('at');
    expect(listBody(list, choice, {})).toMatchObject({ at: choice.at, includeDeleted: true });
  });
});

describe('the stored options', () => {
  const known = { ids: ['name', 'cpu', 'mem'], primaryId: 'name', defaultIds: ['name', 'cpu'] };

  test.each([
    [{}],
    [{ layout: 'x', filters: 'y' }],
    [{ layout: { shown: ['gone', 5] }, filters: [null, { name: 'x' }] }],
    [{ layout: { widths: { cpu: 'wide', mem: Number.NaN } } }],
  ])('are empty for %j', (stored) => {
    const expected = { layout: { shown: ['name', 'cpu'], widths: {} }, filters: [] };
    expect(listOptionsFrom(stored, known)).toEqual(expected);
  });

  test('replace a filter of the same name, and delete it', () => {
    const none = listOptionsFrom({}, known);
    const once = withFilter(none, ' bad pods ', { 'f.state': 'critical', at: undefined });
    const twice = withFilter(once, 'bad pods', { 'f.state': 'warning' });
    expect(twice.filters).toEqual([{ name: 'bad pods', address: { 'f.state': 'warning' } }]);
    expect(withoutFilter(twice, 'bad pods').filters).toEqual([]);
    expect(listOptionsFrom({ ...twice }, known)).toEqual(twice);
  });

  test('have no filter without a name or with too long a name', () => {
    const none = listOptionsFrom({}, known);
    expect(withFilter(none, '  ', { 'f.a': 'b' }).filters).toEqual([]);
    expect(withFilter(none, 'x', { 'f.a': 'b'.repeat(5000) }).filters).toEqual([]);
    let many = none;
    for (let at = 0; at < 50; at++) many = withFilter(many, `f${at}`, { a: 'b' });
    expect(many.filters).toHaveLength(MAX_NAMED_FILTERS);
  });
});

describe('a selection', () => {
  const some: Selection<string> = withRow<string>(NOTHING_SELECTED, 'a', 'A', true);

  test('of single rows has the selected rows', () => {
    expect([isSelected(some, 'a'), isSelected(some, 'b'), selectedCnt(some, 100)]).toEqual([true, false, 1]);
    expect(selectedCnt(withRow(some, 'a', 'A', false), 100)).toBe(0);
  });

  test('of all matches leaves out the deselected rows', () => {
    const all = withRow<string>(ALL_SELECTED, 'a', 'A', false);
    expect([isSelected(all, 'a'), isSelected(all, 'b'), selectedCnt(all, 100)]).toEqual([false, true, 99]);
    expect(selectedCnt(withRow(all, 'a', 'A', true), 100)).toBe(100);
  });
});

describe('typed numbers with units', () => {
  test.each([
    ['512', 1024 ** 2, 536_870_912],
    ['1,024', 1, 1024],
    ['0.1', 0.001, 0.0001],
    ['', 1, undefined],
    ['ten', 1, undefined],
    ['1e400', 1, undefined],
  ])('%j × %s is %s', (typed, factor, value) => expect(typedNumber(typed, factor)).toBe(value));

  test('are shown in the largest unit that fits', () => {
    expect(unitFor('bytes', [2 * 1024 ** 3]).label).toBe('GB');
    expect(unitFor('bytes', [2 * 1024 ** 3, 512 * 1024 ** 2]).label).toBe('MB');
    expect(unitFor('cores', [undefined]).label).toBe('mCores');
    expect(shownNumber(1536 * 1024 ** 2, 1024 ** 3)).toBe('1.5');
  });
});

test('a local time is parsed back to the same instant', () => {
  const instant = '2026-11-15T02:24:30.000Z';
  expect(instantOfLocal(localTimeText(Date.parse(instant)))).toBe(instant);
  for (const text of ['', '2026-11', 'x']) expect(instantOfLocal(text)).toBeUndefined();
});
