import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCount, formatCountOf, formatValueOfTotal } from './numbers.ts';

describe('counts', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1500, '1.5K'],
    [18_204, '18.2K'],
    [1_005, '1.01K'],
    [999_994, '999.99K'],
    [999_999, '1M'],
    [1e6, '1M'],
    [1_234_567, '1.23M'],
    [999_999_999, '1G'],
    [1e9, '1G'],
    [1e12, '1T'],
    [1e15, '1,000T'],
    [1.234e18, '1,234,000T'],
    [0.5, '0.5'],
    [999.999, '1K'],
    [-1, '-'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
    [null, '-'],
    [undefined, '-'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatCount(value)).toBe(shown);
  });

  test('counts below 1,000T show less than 1,000 of a unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_000_000_000_000 }), (value) => {
        expect(formatCount(value)).toMatch(/^\d{1,3}(\.\d{1,2})?[KMGT]?$/);
      }),
    );
  });
});

describe('counts with their word', () => {
  test.each([
    ['object', 18_204, 'ko', '18,204개'],
    ['alarm', 38, 'ko', '38건'],
    ['event', 1200, 'ko', '1,200건'],
    ['object', 0, 'ko', '0개'],
    ['object', 18_204, 'en', '18,204'],
    ['alarm', 38, 'en', '38'],
    ['alarm', null, 'ko', '-'],
    ['object', -1, 'ko', '-'],
    ['object', Number.NaN, 'ko', '-'],
  ] as const)('%s %s in %s is shown as %s', (counted, count, language, shown) => {
    expect(formatCountOf(counted, count, language)).toBe(shown);
  });

  test('the default language is Korean', () => {
    expect(formatCountOf('object', 12)).toBe('12개');
  });
});

describe('value of total', () => {
  test.each([
    [42, 42, '42/42'],
    [0, 0, '0/0'],
    [118, 120, '118/120'],
    [1200, 20_000, '1,200/20,000'],
    [null, 120, '-/120'],
    [3, null, '3/-'],
    [null, undefined, '-'],
    [Number.NaN, -1, '-'],
  ])('%s of %s is shown as %s', (value, total, shown) => {
    expect(formatValueOfTotal(value, total)).toBe(shown);
  });
});
