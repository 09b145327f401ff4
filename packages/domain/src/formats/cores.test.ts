import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCores, formatCoresLimit } from './numbers.ts';

describe('cores', () => {
  test.each([
    [0.4121, '412.10 mCores'],
    [1, '1.00 cores'],
    [64, '64.00 cores'],
    [12345.678, '12,345.68 cores'],
    [0.999, '999.00 mCores'],
    [0.99999, '999.99 mCores'],
    [0.999996, '1.00 cores'],
    [0.001, '1.00 mCores'],
    [0.000999999, '1.00 mCores'],
    [0.0009, '900.00 μCores'],
    [0.000001, '1.00 μCores'],
    [0.0000009, '900.00 nCores'],
    [1e-9, '1.00 nCores'],
    [9e-10, '900.00 pCores'],
    [1e-12, '1.00 pCores'],
    [5e-13, '0.50 pCores'],
    [1e-20, '0.00 pCores'],
    [0.001005, '1.01 mCores'],
    [0, '0.00 cores'],
    [-0, '0.00 cores'],
    [-1, 'Not Set'],
    [-2, '-'],
    [-0.5, '-'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
    [null, '-'],
    [undefined, '-'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatCores(value)).toBe(shown);
  });

  test('the micro sign is the Greek letter', () => {
    expect(formatCores(1e-6).codePointAt(5)).toBe(0x3bc);
  });

  test('no unit below one core shows 1,000 or more', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        expect(formatCores(value)).toMatch(/^\d{1,3}\.\d{2} (cores|mCores|μCores|nCores|pCores)$/);
      }),
    );
  });
});

describe('a limit in cores', () => {
  test.each([
    [2, {}, '2.00 cores'],
    [-1, {}, 'Not Set'],
    [-2, {}, 'Not Set'],
    [0, {}, '0.00 cores'],
    [0, { isNegativePresentToZero: true }, 'Not Set'],
    [null, {}, '-'],
    [Number.NaN, {}, '-'],
  ])('%s with %o is shown as %s', (value, options, shown) => {
    expect(formatCoresLimit(value, options)).toBe(shown);
  });
});
