import {
  DEFAULT_DECIMALS,
  formatFixed,
  formatLimit,
  formatNonNegative,
  type LimitOptions,
  type NumberOptions,
  type NumberValue,
} from './number.ts';

/** 94.955 → '94.96 %'; '-' for negative or not finite values. */
export function formatPercent(percent: NumberValue, options: NumberOptions = {}): string {
  return formatNonNegative('percent', percent, (value) => withSign(value, options));
}

/** A share of a limit: 'Not Set' when there is no limit (a negative value). */
export function formatPercentLimit(percent: NumberValue, options: LimitOptions = {}): string {
  return formatLimit('percentLimit', percent, options, (value) => withSign(value, options));
}

/** Usage in percent of a limit, request or capacity: null when unknown, -1 when the limit is not set. */
export function percentOf(used: NumberValue, limit: NumberValue): number | null {
  if (typeof limit === 'number' && limit < 0) return -1;
  if (typeof used !== 'number' || typeof limit !== 'number' || used < 0) return null;
  const percent = (used / limit) * 100;
  return Number.isFinite(percent) ? percent : null;
}

function withSign(value: number, options: NumberOptions): string {
  return `${formatFixed(value, options.decimals ?? DEFAULT_DECIMALS)} %`;
}
