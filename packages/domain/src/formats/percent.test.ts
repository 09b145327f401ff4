import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPercent, formatPercentLimit, percentOf } from './numbers.ts';

describe('percent', () => {
  test.each([
    [94.96, '94.96 %'],
    [93.1, '93.10 %'],
    [94.955, '94.96 %'],
    [1.005, '1.01 %'],
    [0, '0.00 %'],
    [-0, '0.00 %'],
    [100, '100.00 %'],
    [1234.5, '1,234.50 %'],
    [0.004, '0.00 %'],
    [-0.001, '-'],
    [-1, '-'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
    [Number.NEGATIVE_INFINITY, '-'],
    [null, '-'],
    [undefined, '-'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatPercent(value)).toBe(shown);
  });

  test('an axis may request no decimals', () => {
    expect(formatPercent(110, { decimals: 0 })).toBe('110 %');
  });

  test('every percentage shows exactly two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (value) => {
        expect(formatPercent(value)).toMatch(/^\d{1,3}(,\d{3})*\.\d{2} %$/);
      }),
    );
  });
});

describe('percent of a limit', () => {
  test.each([
    [-1, {}, 'Not Set'],
    [-0.5, {}, 'Not Set'],
    [0, {}, '0.00 %'],
    [0, { isNegativePresentToZero: true }, 'Not Set'],
    [-0, { isNegativePresentToZero: true }, 'Not Set'],
    [0.001, { isNegativePresentToZero: true }, '0.00 %'],
    [0, { isNegativePresentToZero: false }, '0.00 %'],
    [41.21, {}, '41.21 %'],
    [Number.NaN, {}, '-'],
    [Number.NEGATIVE_INFINITY, {}, '-'],
    [null, {}, '-'],
    [null, { isNegativePresentToZero: true }, '-'],
  ])('%s with %o is shown as %s', (value, options, shown) => {
    expect(formatPercentLimit(value, options)).toBe(shown);
  });
});

describe('used of a limit', () => {
  test.each([
    [256, 512, 50],
    [0, 512, 0],
    [600, 512, 117.1875],
    [256, -1, -1],
    [null, -1, -1],
    [null, 512, null],
    [256, null, null],
    [256, 0, null],
    [0, 0, null],
    [-1, 512, null],
    [Number.NaN, 512, null],
    [256, undefined, null],
  ])('%s of %s is %s', (used, limit, percent) => {
    expect(percentOf(used, limit)).toBe(percent);
  });
});
