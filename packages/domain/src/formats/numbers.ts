import { defaultLanguage, type Language } from '../i18n/language.ts';
import { formatOr } from './errors.ts';

/** Shown for an unknown value. */
export const DASH = '-';
/** Shown for a limit or request that is not set. */
export const NOT_SET = 'Not Set';
const DEFAULT_DECIMALS = 2;

/** Null or undefined: unknown. */
export type NumberValue = number | null | undefined;

interface NumberOptions {
  /** Number of decimals, including trailing zeros. Default 2. */
  readonly decimals?: number;
}

interface LimitOptions extends NumberOptions {
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
function formatFinite(formatter: string, value: NumberValue, format: (value: number) => string): string {
  if (value === null || value === undefined) return DASH;
  return formatOr(formatter, value, DASH, () => {
    if (typeof value !== 'number') throw new TypeError(`${typeof value} is not a number`);
    return Number.isFinite(value) ? format(value) : DASH;
  });
}

/** Like `formatFinite`, for values that cannot be negative. */
function formatNonNegative(formatter: string, value: NumberValue, format: (value: number) => string): string {
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

/** 94.955 → '94.96 %'; '-' for negative or not finite values. */
export function formatPercent(percent: NumberValue, options: NumberOptions = {}): string {
  return formatNonNegative('percent', percent, (value) => withPercentSign(value, options));
}

/** A share of a limit: 'Not Set' when there is no limit (a negative value). */
export function formatPercentLimit(percent: NumberValue, options: LimitOptions = {}): string {
  return formatLimit('percentLimit', percent, options, (value) => withPercentSign(value, options));
}

/** Usage in percent of a limit, request or capacity: null when unknown, -1 when the limit is not set. */
export function percentOf(used: NumberValue, limit: NumberValue): number | null {
  if (typeof limit === 'number' && limit < 0) return -1;
  if (typeof used !== 'number' || typeof limit !== 'number' || used < 0) return null;
  const percent = (used / limit) * 100;
  return Number.isFinite(percent) ? percent : null;
}

function withPercentSign(value: number, options: NumberOptions): string {
  return `${formatFixed(value, options.decimals ?? DEFAULT_DECIMALS)} %`;
}

export const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
const BYTES_STEP = 1024;

/** 509804544 → '486.19 MB'; '-' for negative or not finite values. */
export function formatBytes(bytes: NumberValue, options: NumberOptions = {}): string {
  return formatNonNegative('bytes', bytes, (value) => bytesWithUnit(value, options));
}

/** 1572864 → '1.50 MBps'. */
export function formatBytesPerSecond(bytesPerSecond: NumberValue, options: NumberOptions = {}): string {
  return formatNonNegative('bytesPerSecond', bytesPerSecond, (value) => `${bytesWithUnit(value, options)}ps`);
}

/** A limit or request in bytes: 'Not Set' for negatives. */
export function formatBytesLimit(bytes: NumberValue, options: LimitOptions = {}): string {
  return formatLimit('bytesLimit', bytes, options, (value) => bytesWithUnit(value, options));
}

function bytesWithUnit(bytes: number, options: NumberOptions): string {
  const decimals = options.decimals ?? DEFAULT_DECIMALS;
  const full = formatFixed(BYTES_STEP, decimals);
  let scaled = bytes;
  for (const [index, unit] of byteUnits.entries()) {
    const isLast = index === byteUnits.length - 1;
    if (scaled < BYTES_STEP || isLast) {
      const text = formatFixed(scaled, decimals);
      // A value that rounds up to 1,024 is shown in the next unit: '1.00 MB', never '1,024.00 KB'.
      if (text !== full || isLast) return `${text} ${unit}`;
    }
    scaled /= BYTES_STEP;
  }
  throw new RangeError(`${bytes} has no unit`);
}

/** Largest unit first. `shift` is the power of ten from cores. */
const coreUnits = [
  { unit: 'cores', atLeast: 1, shift: 0 },
  { unit: 'mCores', atLeast: 1e-3, shift: 3 },
  { unit: 'μCores', atLeast: 1e-6, shift: 6 },
  { unit: 'nCores', atLeast: 1e-9, shift: 9 },
  { unit: 'pCores', atLeast: 0, shift: 12 },
] as const;

/** 0.4121 → '412.10 mCores'; -1 → 'Not Set'; '-' for other negative and for not finite values. */
export function formatCores(cores: NumberValue, options: NumberOptions = {}): string {
  return formatFinite('cores', cores, (value) => {
    if (value === -1) return NOT_SET;
    return value < 0 ? DASH : coresWithUnit(value, options);
  });
}

/** A limit or request in cores: 'Not Set' for every negative value. */
export function formatCoresLimit(cores: NumberValue, options: LimitOptions = {}): string {
  return formatLimit('coresLimit', cores, options, (value) => coresWithUnit(value, options));
}

function coresWithUnit(cores: number, options: NumberOptions): string {
  const decimals = options.decimals ?? DEFAULT_DECIMALS;
  if (cores === 0) return `${formatFixed(0, decimals)} cores`;
  const full = formatFixed(1000, decimals);
  let larger: (typeof coreUnits)[number] | undefined;
  for (const step of coreUnits) {
    if (cores >= step.atLeast) {
      const text = formatFixed(cores, decimals, step.shift);
      // 0.999999 is '1.00 cores', never '1,000.00 mCores'.
      return larger && text === full ? `${formatFixed(1, decimals)} ${larger.unit}` : `${text} ${step.unit}`;
    }
    larger = step;
  }
  throw new RangeError(`${cores} has no unit`);
}

const countUnits = [
  { unit: '', shift: 0 },
  { unit: 'K', shift: -3 },
  { unit: 'M', shift: -6 },
  { unit: 'G', shift: -9 },
  { unit: 'T', shift: -12 },
] as const;

/** The Korean count word depends on the counted kind. */
export type Counted = 'object' | 'alarm' | 'event' | 'person';

const countLabels: Record<Counted, Record<Language, string>> = {
  object: { ko: '개', en: '' },
  alarm: { ko: '건', en: '' },
  event: { ko: '건', en: '' },
  person: { ko: '명', en: '' },
};

/** 1500 → '1.5K', with at most two decimals. */
export function formatCount(count: NumberValue): string {
  return formatNonNegative('count', count, (value) => {
    for (const [index, { unit, shift }] of countUnits.entries()) {
      const isLast = index === countUnits.length - 1;
      if (value >= 10 ** (3 - shift) && !isLast) continue;
      const digits = formatUpTo(value, DEFAULT_DECIMALS, shift);
      // 999,999 is '1M', never '1,000K'.
      if (digits !== '1,000' || isLast) return `${digits}${unit}`;
    }
    throw new RangeError(`${value} has no unit`);
  });
}

/** The full count with its count word: '18,204개', '12건'. English has no count word: '18,204'. */
export function formatCountOf(
  counted: Counted,
  count: NumberValue,
  language: Language = defaultLanguage,
): string {
  return formatNonNegative(
    'countOf',
    count,
    (value) => `${formatUpTo(value, 0)}${countLabels[counted][language]}`,
  );
}

/** 'value/total': '118/120'. An unknown part is a dash; when both are unknown, the result is one dash. */
export function formatValueOfTotal(value: NumberValue, total: NumberValue): string {
  const [valueText, totalText] = [value, total].map((part) =>
    formatNonNegative('valueOfTotal', part, (known) => formatUpTo(known, DEFAULT_DECIMALS)),
  );
  return valueText === DASH && totalText === DASH ? DASH : `${valueText}/${totalText}`;
}
