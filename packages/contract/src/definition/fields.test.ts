import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkName, Name, nameKey } from './fields.ts';

describe('names', () => {
  test.each([
    ['prod-seoul', 'prod-seoul'],
    ['  운영 클러스터  ', '운영 클러스터'],
    ['운영'.normalize('NFD'), '운영'],
    ['.', '.'],
    ['..', '..'],
    ['a/b', 'a/b'],
    ['<b>&"', '<b>&"'],
    ['x'.repeat(50), 'x'.repeat(50)],
    ['가'.repeat(50).normalize('NFD'), '가'.repeat(50)],
    ['😀'.repeat(50), '😀'.repeat(50)],
    ['प्रणाली', 'प्रणाली'],
  ])('%j is stored as %j', (text, name) => {
    expect(checkName(text)).toEqual({ ok: true, name });
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['\u00a0\u3000', 'empty'],
    ['x'.repeat(51), 'tooLong'],
    ['😀'.repeat(51), 'tooLong'],
    ['a\u0301'.repeat(1) + '\u0301'.repeat(60), 'tooLong'],
    ['a\u0000b', 'controlCharacter'],
    ['a\nb', 'controlCharacter'],
    ['a\u007f', 'controlCharacter'],
    ['a\u0085b', 'controlCharacter'],
    ['a\u2028b', 'controlCharacter'],
    ['prod\u202edorp', 'controlCharacter'],
    ['\u2066prod\u2069', 'controlCharacter'],
    ['prod\u061c', 'controlCharacter'],
    ['prod\u200b', 'controlCharacter'],
    ['\u200b', 'controlCharacter'],
    ['\ud800', 'controlCharacter'],
    ['\u3164', 'invisible'],
    ['\u115f\u1160', 'invisible'],
    ['\u00ad', 'invisible'],
    ['\u2800 \u2800', 'invisible'],
    ['\u{e0041}', 'invisible'],
  ])('%j is refused as %s', (text, error) => {
    expect(checkName(text)).toEqual({ ok: false, error });
  });

  test('the contract accepts the same names and stores them in the same form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const check = checkName(text);
        const parsed = Name.safeParse(text);
        expect(parsed.success).toBe(check.ok);
        if (check.ok) expect(parsed.data).toBe(check.name);
      }),
    );
  });

  test('an accepted name is accepted again without a change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const check = checkName(text);
        if (check.ok) expect(checkName(check.name)).toEqual(check);
      }),
    );
  });

  test('names that differ in case, composition or surrounding blanks are equal', () => {
    expect(nameKey(' Prod-Seoul ')).toBe(nameKey('prod-seoul'));
    expect(nameKey('운영'.normalize('NFD'))).toBe(nameKey('운영'));
    expect(nameKey('prod')).not.toBe(nameKey('prod2'));
  });
});
