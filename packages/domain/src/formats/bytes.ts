import {
  DEFAULT_DECIMALS,
  formatFixed,
  formatLimit,
  formatNonNegative,
  type LimitOptions,
  type NumberOptions,
  type NumberValue,
} from './number.ts';

export const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
const STEP = 1024;

/** 509804544 → '486.19 MB'; '-' for negative or not finite values. */
export function formatBytes(bytes: NumberValue, options: NumberOptions = {}): string {
  return formatNonNegative('bytes', bytes, (value) => withUnit(value, options));
}

/** 1572864 → '1.50 MBps'. */
export function formatBytesPerSecond(bytesPerSecond: NumberValue, options: NumberOptions = {}): string {
  return formatNonNegative('bytesPerSecond', bytesPerSecond, (value) => `${withUnit(value, options)}ps`);
}

/** A limit or request in bytes: 'Not Set' for negatives. */
export function formatBytesLimit(bytes: NumberValue, options: LimitOptions = {}): string {
  return formatLimit('bytesLimit', bytes, options, (value) => withUnit(value, options));
}

function withUnit(bytes: number, options: NumberOptions): string {
  const decimals = options.decimals ?? DEFAULT_DECIMALS;
  const full = formatFixed(STEP, decimals);
  let scaled = bytes;
  for (const [index, unit] of byteUnits.entries()) {
    const isLast = index === byteUnits.length - 1;
    if (scaled < STEP || isLast) {
      const text = formatFixed(scaled, decimals);
      // A value that rounds up to 1,024 is shown in the next unit: '1.00 MB', never '1,024.00 KB'.
      if (text !== full || isLast) return `${text} ${unit}`;
    }
    scaled /= STEP;
  }
  throw new RangeError(`${bytes} has no unit`);
}
