import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FormatError, formatOr, setFormatErrorReporter } from './errors.ts';
import {
  byteUnits,
  formatBytes,
  formatBytesLimit,
  formatBytesPerSecond,
  formatCores,
  formatCoresLimit,
  formatCount,
  formatCountOf,
  formatFixed,
  formatNumber,
  formatPercent,
  formatPercentLimit,
  formatValueOfTotal,
  percentOf,
} from './numbers.ts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [18204, '18,204'],
    [-1234, '-1,234'],
    [-0.4, '0'],
    [1.5, '2'],
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
  beforeEach(() => {
    seen.length = 0;
    restore = setFormatErrorReporter((failure) => seen.push(failure));
  });
  afterEach(() => restore());

  test('a value that is not a number is reported and shown as a dash', () => {
    const fromWire: { usedBytes: number } = JSON.parse('{"usedBytes":"12"}');
    expect(formatBytes(fromWire.usedBytes)).toBe('-');
    expect(seen).toMatchObject([{ formatter: 'bytes', value: '12', error: expect.any(TypeError) }]);
  });

  test('an impossible number of decimals is reported and shown as a dash', () => {
    expect(formatBytes(1, { decimals: -1 })).toBe('-');
    expect(seen).toMatchObject([{ formatter: 'bytes', value: 1, error: expect.any(RangeError) }]);
  });

  test('unknown values are not errors', () => {
    for (const value of [null, undefined, Number.NaN, -5]) formatBytes(value);
    expect(seen).toEqual([]);
  });

  test('a reporter that throws does not stop the page', () => {
    setFormatErrorReporter(() => {
      throw new Error('log is full');
    });
    const shown = formatOr('any', 1, 'fallback', () => {
      throw new Error('broken');
    });
    expect(shown).toBe('fallback');
  });

  test('after the previous reporter is restored, the replaced reporter gets no more errors', () => {
    restore();
    formatBytes(1, { decimals: -1 });
    expect(seen).toEqual([]);
  });
});

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

test.each([
  ['percent', formatPercentLimit, 41.21, '41.21 %', '0.00 %'],
  ['bytes', formatBytesLimit, 512 * 1024 ** 2, '512.00 MB', '0.00 B'],
  ['cores', formatCoresLimit, 2, '2.00 cores', '0.00 cores'],
] as const)('a limit in %s is not set below 0, and at 0 if asked', (_unit, format, limit, shown, zero) => {
  const zeroIsUnset = { isNegativePresentToZero: true };
  expect(format(limit)).toBe(shown);
  expect(format(limit, zeroIsUnset)).toBe(shown);
  expect([format(0), format(0, { isNegativePresentToZero: false })]).toEqual([zero, zero]);
  for (const value of [-1, -0.5, -7]) expect(format(value)).toBe('Not Set');
  for (const value of [0, -0]) expect(format(value, zeroIsUnset)).toBe('Not Set');
  for (const value of [null, Number.NaN, -1 / 0]) expect(format(value, zeroIsUnset)).toBe('-');
  expect(formatPercentLimit(0.001, zeroIsUnset)).toBe('0.00 %');
});

const unknown = [Number.NaN, Number.POSITIVE_INFINITY, null, undefined];
test.each([
  ['number', formatNumber, unknown],
  ['count', formatCount, [-1, ...unknown]],
  ['percentage', formatPercent, [-0.001, -1, Number.NEGATIVE_INFINITY, ...unknown]],
  ['size', formatBytes, [-0.01, -1, ...unknown]],
  ['rate', formatBytesPerSecond, [-1, ...unknown]],
  ['number of cores', formatCores, [-0.5, -2, ...unknown]],
] as const)('an unknown or impossible %s is a dash', (_what, format, values) => {
  for (const value of values) expect(format(value), String(value)).toBe('-');
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

describe('bytes', () => {
  test.each([
    [0, '0.00 B'],
    [1, '1.00 B'],
    [1023, '1,023.00 B'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1024 ** 2 - 1, '1.00 MB'],
    [1024 ** 2, '1.00 MB'],
    [486.2 * 1024 ** 2, '486.20 MB'],
    [512 * 1024 ** 2, '512.00 MB'],
    [1023.99 * 1024 ** 2, '1,023.99 MB'],
    [1024 ** 3, '1.00 GB'],
    [1024 ** 4, '1.00 TB'],
    [1024 ** 5, '1.00 PB'],
    [1024 ** 5 - 1, '1.00 PB'],
    [1024 ** 6, '1,024.00 PB'],
    [1_234_567 * 1024 ** 5, '1,234,567.00 PB'],
    [1023.996, '1.00 KB'],
    [0.5, '0.50 B'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatBytes(value)).toBe(shown);
  });

  test.each([
    [1023.999, 0, '1 KB'],
    [1023.999, 1, '1.0 KB'],
    [1023.999, 3, '1,023.999 B'],
    [560 * 1024 ** 2, 0, '560 MB'],
  ])('%s with %i decimals is shown as %s', (value, decimals, shown) => {
    expect(formatBytes(value, { decimals })).toBe(shown);
  });

  test('no unit below PB shows 1,024 or more', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1024 ** 5, noNaN: true }), (value) => {
        const [digits = '', unit = ''] = formatBytes(value).split(' ');
        expect(Number(digits.replaceAll(',', ''))).toBeLessThan(1024);
        expect(byteUnits).toContain(unit);
      }),
    );
  });

  test('a larger size never shows a smaller value', () => {
    const units: readonly string[] = byteUnits;
    const size = (text: string) => {
      const [digits = '', unit = ''] = text.split(' ');
      return Number(digits.replaceAll(',', '')) * 1024 ** units.indexOf(unit);
    };
    const bytes = fc.maxSafeNat();
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(size(formatBytes(Math.max(a, b)))).toBeGreaterThanOrEqual(size(formatBytes(Math.min(a, b))));
      }),
    );
  });
});

test('a rate has the unit of its size', () => {
  expect([1.5 * 1024 ** 2, 0, 1024 ** 5].map((value) => formatBytesPerSecond(value))).toEqual([
    '1.50 MBps',
    '0.00 Bps',
    '1.00 PBps',
  ]);
});

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
