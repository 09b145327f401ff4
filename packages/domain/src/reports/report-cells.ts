import type { ClusterGrowth } from '@gwanje/contract/reports/report-content';
import { DASH, formatBytes, formatCores, formatNumber } from '../formats/numbers.ts';
import { formatSpan } from '../formats/time.ts';
import type { Language } from '../i18n/language.ts';
import type { ReportCell } from './report-table.ts';

const NO_VALUE: ReportCell = { text: DASH, value: null, tone: 'muted' };

export function textCell(text: string, tone?: ReportCell['tone']): ReportCell {
  return { text, value: text, tone };
}

export function countCell(cnt: number | null): ReportCell {
  return cnt === null ? NO_VALUE : { text: formatNumber(cnt), value: cnt };
}

export function changeCell(cnt: number, beforeCnt: number | null): ReportCell {
  if (beforeCnt === null) return NO_VALUE;
  const change = cnt - beforeCnt;
  return { text: `${signOf(change)}${formatNumber(Math.abs(change))}`, value: change };
}

export function spanCell(seconds: number | null, language: Language): ReportCell {
  if (seconds === null) return NO_VALUE;
  return { text: formatSpan(Math.round(seconds), language), value: Math.round(seconds) };
}

export function shareCell(share: number | null, isBad: (share: number) => boolean = () => false): ReportCell {
  if (share === null) return NO_VALUE;
  return { text: percentText(share), value: floored(share), tone: isBad(share) ? 'bad' : undefined };
}

/** Rounded down: 99.999 % is not 100 %. */
export function percentText(share: number | null): string {
  return share === null ? DASH : `${floored(share).toFixed(2)} %`;
}

function floored(share: number): number {
  // Sums of seconds have small errors: 0.9999999999 of a whole is the whole.
  return Math.floor(Number((share * 10_000).toFixed(4))) / 100;
}

type Resource = ClusterGrowth['resource'];

export function amountCell(value: number | null, resource: Resource): ReportCell {
  return value === null ? NO_VALUE : { text: amountText(value, resource), value: rounded(value) };
}

export function signedAmountCell(value: number | null, resource: Resource): ReportCell {
  if (value === null) return NO_VALUE;
  return { text: `${signOf(value)}${amountText(Math.abs(value), resource)}`, value: rounded(value) };
}

function amountText(value: number, resource: Resource): string {
  return resource === 'cpu' ? formatCores(value) : formatBytes(value);
}

function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? '−' : '';
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
