import { act, cleanup, renderHook } from '@testing-library/react';
import { useMemo } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentLanguage, LANGUAGE_KEY, setLanguage, startI18n, t, useLanguage, useT } from './i18n.ts';

beforeEach(() => window.localStorage.clear());
afterEach(async () => {
  cleanup();
  await setLanguage('ko');
});

test.each([
  [null, 'ko', '취소'],
  ['ko', 'ko', '취소'],
  ['en', 'en', 'Cancel'],
  ['fr', 'ko', '취소'],
])('with the stored language %j the console starts in %s', async (stored, language, word) => {
  if (stored !== null) window.localStorage.setItem(LANGUAGE_KEY, stored);
  await startI18n();
  const expected = [language, word, language];
  expect([currentLanguage(), t('common.cancel'), document.documentElement.lang]).toEqual(expected);
});

test('stores the chosen language and renders in it', async () => {
  await startI18n();
  const hook = renderHook(() => [useT()('common.cancel'), useLanguage()]);
  expect(hook.result.current).toEqual(['취소', 'ko']);
  await act(() => setLanguage('en'));
  expect(hook.result.current).toEqual(['Cancel', 'en']);
  expect(window.localStorage.getItem(LANGUAGE_KEY)).toBe('en');
});

test('a memo that depends on useT runs again only when the language changes', async () => {
  await startI18n();
  let runCnt = 0;
  const { result, rerender } = renderHook(() => {
    const translate = useT();
    return useMemo(() => ({ word: translate('common.cancel'), runCnt: ++runCnt }), [translate]);
  });
  rerender();
  expect(result.current).toEqual({ word: '취소', runCnt: 1 });
  await act(() => setLanguage('en'));
  expect(result.current).toEqual({ word: 'Cancel', runCnt: 2 });
});

test('fills in values without escaping', () =>
  expect(t('errors.withCode', { code: 8001 })).toBe('오류가 발생했습니다. [오류 코드: 8001]'));

test('English has singular and plural forms', async () => {
  const texts = () => [0, 1, '1', 2, '1,001'].map((cnt) => t('header.criticalAlarms', { cnt }));
  expect(texts()).toEqual(['0', '1', '1', '2', '1,001'].map((cnt) => `열린 심각 알람: ${cnt}`));
  await setLanguage('en');
  expect(texts()).toEqual([
    '0 open critical alarms',
    '1 open critical alarm',
    '1 open critical alarm',
    '2 open critical alarms',
    '1,001 open critical alarms',
  ]);
});

test('a wrong key, a missing value or an extra value does not compile', () => {
  // @ts-expect-error: no such key
  expect(t('header.dashbord')).toBe('header.dashbord');
  // @ts-expect-error: an area is no message
  t('header');
  // @ts-expect-error: the code is missing
  t('errors.withCode');
  // @ts-expect-error: this message has no values
  t('common.cancel', { code: 1 });
});
