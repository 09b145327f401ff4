import { choice, flag, number, text, time } from '@gwanje/contract/definition/columns';
import { expect, test } from 'vitest';
import { queryRows } from './row-query.ts';

const columns = {
  name: text(),
  state: choice(['bad', 'good']),
  used: number(),
  at: time(),
  isIn: flag(),
} as const;

const rows = [
  { name: 'Beta', state: 'good', used: 2, at: '2026-01-01T00:00:00Z', isIn: true },
  { name: 'alpha', state: 'bad', used: null, at: '2026-01-02T00:00:00Z', isIn: false },
  { name: 'gamma', state: 'good', used: 10, at: null, isIn: true },
] as const;

function ask(query: object, page = { pageNo: 1, pageCnt: 10 }): string {
  const { totalCnt, list } = queryRows(columns, rows, query, page);
  return `${totalCnt}: ${list.map(({ name }) => name).join(' ')}`;
}

test.each([
  ['part of a text, whatever the case', { name: 'ET' }, '1: Beta'],
  ['one of several texts', { name: ['alpha', 'gamma', 'Alph'] }, '2: alpha gamma'],
  ['a choice', { state: 'bad' }, '1: alpha'],
  ['one of several choices', { state: ['bad', 'good'] }, '3: Beta alpha gamma'],
  ['a range; what is unknown is in none', { used: { min: 2, max: 9 } }, '1: Beta'],
  ['a time', { at: { from: '2026-01-01T12:00:00Z' } }, '1: alpha'],
  ['a flag', { isIn: false }, '1: alpha'],
  ['all of them together', { isIn: true, used: { min: 3 } }, '1: gamma'],
])('filters by %s', (_what, filter, expected) => {
  expect(ask({ filter })).toBe(expected);
});

test.each([
  ['name', '3: alpha Beta gamma'],
  ['-name', '3: gamma Beta alpha'],
  ['used', '3: Beta gamma alpha'],
  ['-used', '3: gamma Beta alpha'],
  ['state', '3: alpha Beta gamma'],
  ['-at', '3: alpha Beta gamma'],
])('sorts by %s, with unknown values last', (term, expected) => {
  expect(ask({ orderBy: [term] })).toBe(expected);
});

test('sorts by a second key where the first is equal', () => {
  expect(ask({ orderBy: ['-state', '-name'] })).toBe('3: gamma Beta alpha');
});

test('returns an empty page past the end, with the total', () => {
  expect(ask({ orderBy: ['name'] }, { pageNo: 2, pageCnt: 2 })).toBe('3: gamma');
  expect(ask({ orderBy: ['name'] }, { pageNo: 9, pageCnt: 2 })).toBe('3: ');
});
