import { expect, test } from 'vitest';
import { choiceFromAddress, choiceToAddress, windowOf } from './log-choice.ts';

test('an address that means nothing gives the defaults', () => {
  const odd = { tail: '-1', since: 'ever', only: 'x', levels: 'loud', around: 'yesterday', wrap: 'yes' };
  expect(choiceFromAddress(odd)).toEqual(choiceFromAddress({}));
});

test('a choice is the same after it was an address', () => {
  const which = { containerName: 'app', isPrevious: true, since: '15m' as const, tailLines: 5_000 };
  const look = { isWrapped: true, showsTimes: false, contextLines: 2, levels: ['error', 'warn'] as const };
  const search = { find: 'a=b&c', exclude: 'health', isPattern: true, isCaseSensitive: true };
  const more = { aroundMs: Date.parse('2026-11-18T11:00:00Z'), hidden: ['12/app'] };
  const choice = { ...choiceFromAddress({}), ...which, ...look, ...search, ...more };
  expect(choiceFromAddress(choiceToAddress(choice))).toEqual(choice);
});

test('the default is not in the address', () =>
  expect(Object.values(choiceToAddress(choiceFromAddress({})))).toEqual(Array(14).fill(undefined)));

test('the time around an instant and a previous container are not followed', () => {
  const around = windowOf(choiceFromAddress({ around: '2026-11-18T11:00:00Z' }));
  expect(around).toMatchObject({ follow: 'N', sinceTime: '2026-11-18T10:58:00.000Z' });
  const expected = { follow: 'N', tailLines: 1_000 };
  expect(windowOf(choiceFromAddress({ previous: '1', around: '2026-11-18T11:00:00Z' }))).toEqual(expected);
  const found = windowOf(choiceFromAddress({ since: '5m' }));
  expect(found).toEqual({ follow: 'Y', tailLines: 1_000, sinceSeconds: 300 });
});
