import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type FormatError, formatOr, setFormatErrorReporter } from './errors.ts';
import { formatBytes, formatFixed, formatNumber } from './numbers.ts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [18204, '18,204'],
    [-1234, '-1,234'],
    [-0.4, '0'],
    [1.5, '2'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
    [null, '-'],
    [undefined, '-'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatNumber(value)).toBe(shown);
  });

  test('a number has at most the requested decimals', () => {
    expect(formatNumber(12.345, { decimals: 2 })).toBe('12.35');
    expect(formatNumber(12, { decimals: 2 })).toBe('12');
  });
});

describe('rounding', () => {
  test.each([
    [1.005, '1.01'],
    [1.045, '1.05'],
    [2.675, '2.68'],
    [8.575, '8.58'],
    [1.004999, '1.00'],
    [0.125, '0.13'],
    [1e-7, '0.00'],
  ])('%s rounds half up on its decimal text', (value, shown) => {
    expect(formatFixed(value, 2)).toBe(shown);
  });

  test('any number with two decimals and a further 5 rounds up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (hundredths) => {
        const half = Number(`${hundredths}5e-3`);
        const up = String(hundredths + 1).padStart(3, '0');
        expect(formatFixed(half, 2).replaceAll(',', '')).toBe(`${up.slice(0, -2)}.${up.slice(-2)}`);
      }),
    );
  });

  test('shifting the point gives the same text as the shifted number', () => {
    expect(formatFixed(0.001005, 2, 3)).toBe('1.01');
    expect(formatFixed(0.000405, 2, 3)).toBe('0.41');
    expect(formatFixed(1.005e-10, 2, 10)).toBe('1.01');
  });
});

describe('formatting errors', () => {
  const seen: FormatError[] = [];
  let restore = () => {};
  afterEach(() => {
    restore();
    seen.length = 0;
  });

  test('a value that is not a number is reported and shown as a dash', () => {
    restore = setFormatErrorReporter((failure) => seen.push(failure));
    const fromWire: { usedBytes: number } = JSON.parse('{"usedBytes":"12"}');
    expect(formatBytes(fromWire.usedBytes)).toBe('-');
    expect(seen).toMatchObject([{ formatter: 'bytes', value: '12', error: expect.any(TypeError) }]);
  });

  test('an impossible number of decimals is reported and shown as a dash', () => {
    restore = setFormatErrorReporter((failure) => seen.push(failure));
    expect(formatBytes(1, { decimals: -1 })).toBe('-');
    expect(seen).toMatchObject([{ formatter: 'bytes', value: 1, error: expect.any(RangeError) }]);
  });

  test('unknown values are not errors', () => {
    restore = setFormatErrorReporter((failure) => seen.push(failure));
    for (const value of [null, undefined, Number.NaN, -5]) formatBytes(value);
    expect(seen).toEqual([]);
  });

  test('a reporter that throws does not stop the page', () => {
    restore = setFormatErrorReporter(() => {
      throw new Error('log is full');
    });
    const shown = formatOr('any', 1, 'fallback', () => {
      throw new Error('broken');
    });
    expect(shown).toBe('fallback');
  });

  test('after the previous reporter is restored, the replaced reporter gets no more errors', () => {
    setFormatErrorReporter((failure) => seen.push(failure))();
    formatBytes(1, { decimals: -1 });
    expect(seen).toEqual([]);
  });
});
