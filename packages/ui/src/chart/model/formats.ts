import {
  DASH,
  formatBytes,
  formatBytesPerSecond,
  formatCores,
  formatCount,
  formatNumber,
  formatPercent,
} from '@gwanje/domain/formats/numbers';
import { formatInstant } from '@gwanje/domain/formats/time';
import type { ChartUnit } from './chart-data.ts';

export interface ChartFormats {
  readonly value: (value: number | null) => string;
  readonly tick: (value: number) => string;
  /** A request, limit or threshold, beside its name. */
  readonly limit: (value: number) => string;
  readonly instant: (atMs: number) => string;
}

type Format = (value: number | null, decimals: number) => string;

const byUnit: Record<ChartUnit, Format> = {
  bytes: (value, decimals) => formatBytes(value, { decimals }),
  bytesPerSecond: (value, decimals) => formatBytesPerSecond(value, { decimals }),
  cores: (value, decimals) => formatCores(value, { decimals }),
  percent: (value, decimals) => formatPercent(value, { decimals }),
  ratio: (value, decimals) => formatPercent(value === null ? null : value * 100, { decimals }),
  count: (value) => formatCount(value),
  perSecond: (value) => formatPerSecond(value),
};

const VALUE_DECIMALS = 2;
/** More decimals than any tick needs; trailing zeros are removed. */
const TICK_DECIMALS = 4;

export function chartFormats(unit: ChartUnit): ChartFormats {
  const format = byUnit[unit];
  return {
    value: (value) => format(value, VALUE_DECIMALS),
    tick: (value) => withoutZeros(format(value, TICK_DECIMALS)),
    limit: (value) => withoutZeros(format(value, VALUE_DECIMALS)),
    instant: (atMs) => formatInstant(atMs),
  };
}

/** '128.0000 MB' → '128 MB', '1.5000 cores' → '1.5 cores'. */
function withoutZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}

/** Rates below one are common (restarts, errors); two decimals would show them as zero. */
function formatPerSecond(value: number | null): string {
  const text =
    value !== null && value > 0 && value < 1 ? formatNumber(value, { decimals: 4 }) : formatCount(value);
  return text === DASH ? DASH : `${text}/s`;
}
