import { formatOr } from './errors.ts';

/** Shown for what is not known. */
export const DASH = '-';
/** Shown for a limit or request that nobody has set. */
export const NOT_SET = 'Not Set';
export const DEFAULT_DECIMALS = 2;

/** A value that is not known is null. */
export type NumberValue = number | null | undefined;

export interface NumberOptions {
  /** Digits after the point, always all of them; 2 unless said otherwise. */
  readonly decimals?: number;
}

export interface LimitOptions extends NumberOptions {
  /** A limit of 0 also means that none is set. */
  readonly isNegativePresentToZero?: boolean;
}

/** Whole numbers and measures with a comma between thousands: 18204 → '18,204'. At most `decimals` digits after the point, 0 unless said. */
export function formatNumber(value: NumberValue, options: NumberOptions = {}): string {
  return formatFinite('number', value, (number) => formatUpTo(number, options.decimals ?? 0));
}

/** The dash for null, undefined and what is not finite; anything that is no number is a fault, reported. */
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

/** As `formatFinite`, where a negative has no meaning. */
export function formatNonNegative(
  formatter: string,
  value: NumberValue,
  format: (value: number) => string,
): string {
  return formatFinite(formatter, value, (number) => (number < 0 ? DASH : format(number)));
}

/** A limit: 'Not Set' for negatives, and for 0 where the caller says so. */
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

/** Exactly `decimals` digits; `shift` multiplies by a power of ten without the error a multiplication would bring. */
export function formatFixed(value: number, decimals: number, shift = 0): string {
  return numberFormat(decimals, decimals).format(decimalText(value, shift));
}

/** At most `decimals` digits, without trailing zeros. */
export function formatUpTo(value: number, decimals: number, shift = 0): string {
  return numberFormat(0, decimals).format(decimalText(value, shift));
}

// The decimal text is what is rounded, not the binary value behind it: 1.005 is 1.01, though its double lies below.
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
