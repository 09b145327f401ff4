import { formatOr } from './errors.ts';

/** Shown for an unknown value. */
export const DASH = '-';
/** Shown for a limit or request that is not set. */
export const NOT_SET = 'Not Set';
export const DEFAULT_DECIMALS = 2;

/** Null or undefined: unknown. */
export type NumberValue = number | null | undefined;

export interface NumberOptions {
  /** Number of decimals, including trailing zeros. Default 2. */
  readonly decimals?: number;
}

export interface LimitOptions extends NumberOptions {
  /** A limit of 0 also means that no limit is set. */
  readonly isNegativePresentToZero?: boolean;
}

/**
 * Whole numbers and measurements with a comma between thousands: 18204 → '18,204'. At most `decimals`
 * decimals, 0 by default.
 */
export function formatNumber(value: NumberValue, options: NumberOptions = {}): string {
  return formatFinite('number', value, (number) => formatUpTo(number, options.decimals ?? 0));
}

/** A dash for null, undefined and not finite values. A value that is not a number is reported as an error. */
export function formatFinite(
  formatter: string,
  value: NumberValue,
  format: (value: number) => string,
): string {
  if (value === null || value === undefined) return DASH;
  return formatOr(formatter, value, DASH, () => {
    if (typeof value !== 'number') throw new TypeError(`${typeof value} is not a number`);
    return Number.isFinite(value) ? format(value) : DASH;
  });
}

/** Like `formatFinite`, for values that cannot be negative. */
export function formatNonNegative(
  formatter: string,
  value: NumberValue,
  format: (value: number) => string,
): string {
  return formatFinite(formatter, value, (number) => (number < 0 ? DASH : format(number)));
}

/** A limit: 'Not Set' for negative values, and for 0 if the caller requests it. */
export function formatLimit(
  formatter: string,
  value: NumberValue,
  options: LimitOptions,
  format: (value: number) => string,
): string {
  return formatFinite(formatter, value, (number) => {
    const unset = number < 0 || (number === 0 && options.isNegativePresentToZero === true);
    return unset ? NOT_SET : format(number);
  });
}

/** Exactly `decimals` decimals. `shift` multiplies by a power of ten without a floating-point error. */
export function formatFixed(value: number, decimals: number, shift = 0): string {
  return numberFormat(decimals, decimals).format(decimalText(value, shift));
}

/** At most `decimals` decimals, without trailing zeros. */
export function formatUpTo(value: number, decimals: number, shift = 0): string {
  return numberFormat(0, decimals).format(decimalText(value, shift));
}

// Rounds the decimal text, not the binary value: 1.005 becomes 1.01, although its double is smaller.
function decimalText(value: number, shift: number): `${number}` {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const text = shift === 0 ? String(value) : `${mantissa}e${Number(exponent) + shift}`;
  if (!isDecimalText(text)) throw new RangeError(`${text} is out of range`);
  return text;
}

function isDecimalText(text: string): text is `${number}` {
  return Number.isFinite(Number(text));
}

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${minimumFractionDigits}/${maximumFractionDigits}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits,
    maximumFractionDigits,
    roundingMode: 'halfExpand',
    signDisplay: 'negative',
    useGrouping: true,
  });
  formats.set(key, made);
  return made;
}
