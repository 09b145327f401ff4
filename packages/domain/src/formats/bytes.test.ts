import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteUnits, formatBytes, formatBytesLimit, formatBytesPerSecond } from './numbers.ts';

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
    [-1, '-'],
    [-0.01, '-'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
    [null, '-'],
    [undefined, '-'],
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

describe('bytes per second', () => {
  test.each([
    [1.5 * 1024 ** 2, '1.50 MBps'],
    [0, '0.00 Bps'],
    [1024 ** 5, '1.00 PBps'],
    [-1, '-'],
    [null, '-'],
    [Number.NaN, '-'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatBytesPerSecond(value)).toBe(shown);
  });
});

describe('a limit in bytes', () => {
  test.each([
    [512 * 1024 ** 2, {}, '512.00 MB'],
    [-1, {}, 'Not Set'],
    [-7, {}, 'Not Set'],
    [0, {}, '0.00 B'],
    [0, { isNegativePresentToZero: true }, 'Not Set'],
    [null, {}, '-'],
    [Number.NaN, {}, '-'],
  ])('%s with %o is shown as %s', (value, options, shown) => {
    expect(formatBytesLimit(value, options)).toBe(shown);
  });
});
