import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

test.each([
  [undefined, undefined, undefined, 'ko'],
  [undefined, undefined, 'ja,fr;q=0.9', 'ko'],
  [undefined, undefined, 'en-GB,en;q=0.9,ko;q=0.8', 'en'],
  [undefined, undefined, 'ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
  [undefined, undefined, 'en;q=0.2, ko;q=0.7', 'ko'],
  [undefined, undefined, 'en;q=0', 'ko'],
  [undefined, undefined, ';;;,=,q=1', 'ko'],
  [undefined, 'en', 'ko', 'en'],
  [undefined, '<script>', 'en', 'en'],
  ['ko', 'en', 'en', 'ko'],
  ['xx', 'en', 'ko', 'en'],
  [['en', 'ko'], undefined, undefined, 'ko'],
])('requested %j, remembered %j, browser %j: %s', (asked, remembered, accepts, expected) => {
  expect(chooseLanguage(asked, remembered, accepts)).toBe(expected);
});
