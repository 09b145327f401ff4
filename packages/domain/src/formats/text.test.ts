import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setFormatErrorReporter } from './errors.ts';
import { cutText, formatText, shortGroupTitle } from './text.ts';

describe('text', () => {
  test.each([
    ['payment-api', {}, 'payment-api'],
    [null, {}, '-'],
    [undefined, {}, '-'],
    ['', {}, '-'],
    ['  \t', {}, '-'],
    [null, { human: true }, '(필드 값 없음)'],
    ['', { human: true }, '(필드 값 없음)'],
    ['', { human: true, language: 'en' }, '(No value)'],
    ['', { human: false }, '-'],
    [0, {}, '0'],
    [0, { human: true }, '0'],
    [false, {}, 'false'],
    [Number.NaN, { human: true }, '-'],
    ['-', { human: true }, '-'],
    ['abcdef', { maxLength: 3 }, 'abc...'],
    ['abc', { maxLength: 3 }, 'abc'],
    ['', { maxLength: 3 }, '-'],
  ] as const)('%s with %o is shown as %s', (value, options, shown) => {
    expect(formatText(value, options)).toBe(shown);
  });

  test('an object instead of a text is reported and shown as a dash', () => {
    const seen: string[] = [];
    const restore = setFormatErrorReporter(({ formatter }) => seen.push(formatter));
    const fromWire: { name: string } = JSON.parse('{"name":{}}');
    expect(formatText(fromWire.name)).toBe('-');
    restore();
    expect(seen).toEqual(['text']);
  });
});

const FAMILY = '👨‍👩‍👧‍👦';
const decomposed = '한글'.normalize('NFD');

describe('cutting', () => {
  test.each([
    ['커머스 플랫폼', 10, '커머스 플랫폼'],
    ['1234567890', 10, '1234567890'],
    ['12345678901', 10, '1234567890...'],
    [FAMILY.repeat(2), 2, FAMILY.repeat(2)],
    [FAMILY.repeat(3), 2, `${FAMILY.repeat(2)}...`],
    [decomposed, 2, decomposed],
    [decomposed, 1, `${'한'.normalize('NFD')}...`],
    ['🇰🇷🇰🇷🇰🇷', 2, '🇰🇷🇰🇷...'],
    ['abc', 0, '...'],
    ['', 0, ''],
  ])('%s at %i becomes %s', (text, maxLength, cut) => {
    expect(cutText(text, maxLength)).toBe(cut);
  });

  test('a cut text has the first complete characters of the text, and three dots', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, maxLength) => {
        const cut = cutText(text, maxLength);
        expect(cut === text || (cut.endsWith('...') && text.startsWith(cut.slice(0, -3)))).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  test('group titles are cut at ten characters', () => {
    expect(shortGroupTitle('커머스 플랫폼 운영팀 서울')).toBe('커머스 플랫폼 운영...');
    expect(shortGroupTitle('커머스 플랫폼 운영')).toBe('커머스 플랫폼 운영');
  });
});
