import { choice, flag, id, number, text, time } from '@gwanje/contract/definition/columns';
import { PodId } from '@gwanje/contract/definition/fields';
import { describe, expect, test } from 'vitest';
import {
  choiceFromAddress,
  choiceToAddress,
  type ListChoice,
  type ListFilter,
  NO_CHOICE,
} from './list-address.ts';

const DAY = '2026-11-15T00:00:00.000Z';
const contract = {
  podId: id(PodId),
  name: text(),
  state: choice(['critical', 'warning', 'normal']),
  memUsedBytes: number(),
  createdAt: time(),
  isStale: flag(),
};

function throughAddress(given: ListChoice, prefix = ''): ListChoice {
  const written = choiceToAddress(given, contract, prefix);
  const query = new URLSearchParams(
    Object.entries(written).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  return choiceFromAddress(Object.fromEntries(new URLSearchParams(query.toString())), contract, prefix);
}

describe('a choice survives a round trip through the address', () => {
  test.each<[string, Partial<ListChoice>]>([
    ['the default', {}],
    ['a part of a name', { filter: { name: 'pay & <b>=1' } }],
    ['a part that looks like a list', { filter: { name: '=a,b' } }],
    ['a part with a leading backslash', { filter: { name: '\\=x' } }],
    ['exact names, with separators in them', { filter: { name: ['a,b', 'c\\d', '=e', 'f'] } }],
    ['several states', { filter: { state: ['critical', 'normal'] } }],
    ['ids', { filter: { podId: [3, 12] } }],
    ['a range', { filter: { memUsedBytes: { min: 0.5, max: 1e21 } } }],
    ['a range with one end', { filter: { memUsedBytes: { max: -1 } } }],
    ['times', { filter: { createdAt: { from: DAY, to: '2026-11-16T00:00:00.000Z' } } }],
    ['a flag that is false', { filter: { isStale: false } }],
    ['an order', { sort: [{ id: 'name', descending: true }] }],
    ['instant and deleted', { at: DAY, includesDeleted: true }],
    ['direction marks and zero-width characters', { filter: { name: '\u202Eabc\u200B' } }],
  ])('%s', (_, part) => {
    const given = { ...NO_CHOICE, ...part };
    expect(throughAddress(given)).toEqual(given);
    expect(throughAddress(given, 'pv.')).toEqual(given);
  });
});

describe('an invalid address opens the list', () => {
  test.each<[Record<string, string>, ListFilter]>([
    [{ 'f.state': 'gone,critical,critical' }, { state: ['critical'] }],
    [{ 'f.state': 'gone' }, {}],
    [{ 'f.podId': '1e1,007,-3,5' }, { podId: [5] }],
    [{ 'f.memUsedBytes': '10..5' }, { memUsedBytes: { min: 5, max: 10 } }],
    [{ 'f.memUsedBytes': 'NaN..' }, {}],
    [{ 'f.memUsedBytes': '1e999..' }, {}],
    [{ 'f.memUsedBytes': '..' }, {}],
    [{ 'f.memUsedBytes': '0x10..' }, {}],
    [{ 'f.createdAt': 'yesterday..' }, {}],
    [{ 'f.createdAt': '2026-02-30T00:00:00Z..' }, {}],
    [{ 'f.createdAt': '2026-11-15T09:00:00+09:00..' }, { createdAt: { from: '2026-11-15T00:00:00.000Z' } }],
    [{ 'f.isStale': 'maybe' }, {}],
    [{ 'f.name': '   ' }, {}],
    [{ 'f.name': '=' }, {}],
    [{ 'f.name': 'x'.repeat(5000) }, { name: 'x'.repeat(253) }],
    [{ 'f.__proto__': 'x', 'f.constructor': 'y', 'f.salary': '1' }, {}],
  ])('%j', (search, filter) => expect(choiceFromAddress(search, contract).filter).toEqual(filter));

  test('with invalid orders, instants and flags ignored', () => {
    const choice = choiceFromAddress({ orderBy: '-name,salary,name,,-', at: 'x', deleted: 'yes' }, contract);
    expect(choice).toEqual({ ...NO_CHOICE, sort: [{ id: 'name', descending: true }] });
  });

  test('with values that the endpoint always accepts', () => {
    const texts = ['', '=', '\\', '..', '1..2', '=a,b', '-1..', 'true', '5', '\u0000', `${DAY}..`];
    const hostile = [...texts, 'x'.repeat(300)];
    for (const value of hostile) {
      const search = Object.fromEntries(Object.keys(contract).map((key) => [`f.${key}`, value]));
      for (const [key, filter] of Object.entries(choiceFromAddress(search, contract).filter)) {
        const column = Object.entries(contract).find(([candidate]) => candidate === key)?.[1];
        expect(column?.filter.safeParse(filter).success, `${key} ${value}`).toBe(true);
      }
    }
  });
});

test('ignores an order by columns that the endpoint cannot sort by', () => {
  expect(choiceFromAddress({ orderBy: 'name,-createdAt' }, {}, '', ['createdAt']).sort).toEqual([
    { id: 'createdAt', descending: true },
  ]);
});

test('default values are left out of the address', () => {
  expect(Object.values(choiceToAddress(NO_CHOICE, contract)).every((value) => value === undefined)).toBe(
    true,
  );
});
