import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languages } from '../i18n/language.ts';
import { formatSpan, parseSpan } from './time.ts';

test.each([
  [0, '0초', '0 s'],
  [90, '1분 30초', '1 min 30 s'],
  [300, '5분', '5 min'],
  [5400, '1시간 30분', '1 h 30 min'],
  [86_400, '1일', '1 d'],
])('%d seconds are %s', (spanS, korean, english) => {
  expect(formatSpan(spanS, 'ko')).toBe(korean);
  expect(formatSpan(spanS, 'en')).toBe(english);
});

test.each([
  ['5', 300],
  ['1.5', 90],
  [' 90초 ', 90],
  ['1시간30분', 5400],
  ['5m', 300],
  ['1H 5 Min', 3900],
  ['', undefined],
  ['오분', undefined],
  ['5주', undefined],
  ['-5분', undefined],
  ['0.1초', undefined],
  ['5분 x', undefined],
  ['1e9분', undefined],
])('"%s" is parsed as %s', (text, spanS) => {
  expect(parseSpan(text)).toBe(spanS);
});

test('a formatted time span can be parsed again', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.constantFrom(...languages), (spanS, language) => {
      expect(parseSpan(formatSpan(spanS, language))).toBe(spanS);
    }),
  );
});
