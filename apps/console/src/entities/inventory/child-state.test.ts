import type { MonResult } from '@gwanje/contract/objects/object-states';
import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { childAppearance, namedAppearance } from './child-state.ts';

const texts = { t, language: 'ko' } as const;

test.each<[MonResult, boolean, string | undefined]>([
  ['critical', false, '심각'],
  ['warning', true, '경고'],
  ['stale', false, '수집 중단'],
  // The state of the parent already shows that collection has stopped.
  ['stale', true, undefined],
  ['normal', false, undefined],
  ['unmonitored', false, undefined],
])('worst child state %s, parent stale %s: %s', (childMonResult, isStale, label) =>
  expect(childAppearance({ childMonResult, isStale }, texts)?.label).toBe(label),
);

test('hatches the mark of a stale parent', () => {
  const expected = { colour: 'red', isHatched: true };
  expect(childAppearance({ childMonResult: 'critical', isStale: true }, texts)).toMatchObject(expected);
});

test('names the object type in the mark, and has no mark without a state', () => {
  const appearance = childAppearance({ childMonResult: 'warning', isStale: false }, texts);
  expect(namedAppearance(appearance, '파드 상태')).toMatchObject([
    { label: '파드 상태: 경고', colour: 'orange' },
  ]);
  expect(namedAppearance(null, '파드 상태')).toEqual([]);
});
