import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuantity, quantityOrUnset } from './quantity.ts';

describe('a quantity', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['100m', 0.1],
    ['1500m', 1.5],
    ['250u', 0.00025],
    ['5n', 5e-9],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['2.', 2],
    ['+3', 3],
    ['-1', -1],
    ['1k', 1000],
    ['12M', 12e6],
    ['3G', 3e9],
    ['2T', 2e12],
    ['2P', 2e15],
    ['12E', 12e18],
    ['1Ki', 1024],
    ['3840Mi', 3840 * 1024 ** 2],
    ['1.5Gi', 1.5 * 1024 ** 3],
    ['2Ti', 2 * 1024 ** 4],
    ['1Pi', 1024 ** 5],
    ['1Ei', 1024 ** 6],
    ['1e3', 1000],
    ['12E3', 12_000],
    ['1.5E+2', 150],
    ['25e-3', 0.025],
    ['129e6', 129e6],
    ['16393244Ki', 16393244 * 1024],
  ])('%s is %d', (text, value) => {
    expect(parseQuantity(text)).toBe(value);
  });

  it.each(['', '.', 'm', '1x', '1KI', '1 Gi', '0x10', '1e', '1e99999', 'NaN', '١', `${'9'.repeat(80)}`])(
    '%j is not a quantity',
    (text) => {
      expect(parseQuantity(text)).toBeNull();
      expect(quantityOrUnset(text)).toBe(-1);
    },
  );

  it('is exact for every whole number of bytes in binary units and every number of millis', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (whole) => {
        expect(parseQuantity(`${whole}Ki`)).toBe(whole * 1024);
        expect(parseQuantity(`${whole}m`)).toBe(whole / 1000);
        expect(parseQuantity(`${whole}e0`)).toBe(whole);
      }),
    );
  });

  it('that is missing is unset, not zero', () => {
    expect(quantityOrUnset(undefined)).toBe(-1);
    expect(quantityOrUnset(null)).toBe(-1);
    expect(quantityOrUnset('0')).toBe(0);
  });
});
