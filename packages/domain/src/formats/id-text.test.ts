import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIdText, parseIdText } from './id-text.ts';

describe('ids in a path', () => {
  test.each([
    ['1', 1],
    ['10', 10],
    ['2147483647', 2_147_483_647],
  ])('%s is an id', (text, id) => {
    expect(parseIdText(text)).toBe(id);
  });

  test.each([
    ...['', '0', '01', '-1', '+1', '1.0', '1e1', '0x1', ' 1', '1 ', '1\n', '1,2', '１', '١'],
    ...['NaN', 'Infinity', '2147483648', '99999999999999999999999', undefined, null, 1, ['1']],
  ])('%j is not an id', (text) => {
    expect(parseIdText(text)).toBeUndefined();
  });

  test.each([
    ['1', true],
    ['99999999999999999999999', true],
    ['01', false],
    ['1e1', false],
    ['', false],
    [1, false],
    [undefined, false],
  ])('%j has the form of an id: %s', (text, expected) => {
    expect(isIdText(text)).toBe(expected);
  });

  test('every id of the store is parsed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
        expect(parseIdText(String(id))).toBe(id);
      }),
    );
  });
});
