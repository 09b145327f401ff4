import type { MonResult } from '@gwanje/contract/states';
import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { childLook, namedLook } from './child-state.ts';

const words = { t, language: 'ko' } as const;

test.each<[MonResult, boolean, string | undefined]>([
  ['critical', false, '심각'],
  ['warning', true, '경고'],
  ['stale', false, '수집 중단'],
  // Its own state says that nothing of it is heard.
  ['stale', true, undefined],
  ['normal', false, undefined],
  ['unmonitored', false, undefined],
])('the worst inside is %s, the parent silent %s: %s', (childMonResult, isStale, label) => {
  expect(childLook({ childMonResult, isStale }, words)?.label).toBe(label);
});

test('of a silent parent it is of then', () => {
  expect(childLook({ childMonResult: 'critical', isStale: true }, words)).toMatchObject({
    colour: 'red',
    isHatched: true,
  });
});

test('a mark says whose state it is, and none is no mark', () => {
  const look = childLook({ childMonResult: 'warning', isStale: false }, words);
  expect(namedLook(look, '파드 상태')).toMatchObject([{ label: '파드 상태: 경고', colour: 'orange' }]);
  expect(namedLook(null, '파드 상태')).toEqual([]);
});
