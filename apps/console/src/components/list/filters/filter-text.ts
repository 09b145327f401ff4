import { formatBytes, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatPercent } from '@gwanje/domain/formats/percent';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { CellContext, ListColumn, Quantity } from '../define-list.ts';
import type { FilterValue } from '../state/list-address.ts';

type Words = Pick<CellContext, 't' | 'language'>;
type Chosen = Pick<ListColumn<never>, 'choiceLabel' | 'quantity'>;

const formatOf: Record<Quantity, (value: number) => string> = {
  cores: formatCores,
  bytes: formatBytes,
  bytesPerSecond: formatBytesPerSecond,
  percent: formatPercent,
  count: (value) => formatNumber(value, { decimals: 2 }),
  days: (value) => formatNumber(value, { decimals: 2 }),
  perSecond: (value) => formatNumber(value, { decimals: 2 }),
};

/** The text of a filter chip: '"payment"', '심각, 경고', '≥ 512.00 MB'. */
export function filterText(look: Chosen, value: FilterValue, words: Words): string {
  if (typeof value === 'boolean') return words.t(value ? 'objectList.yes' : 'objectList.no');
  if (typeof value === 'string') return `"${value}"`;
  if ('min' in value || 'max' in value) {
    const format = formatOf[look.quantity ?? 'count'];
    return rangeText(value.min, value.max, format);
  }
  if ('from' in value || 'to' in value) return rangeText(value.from, value.to, (at) => formatTimestamp(at));
  if (!Array.isArray(value)) return '';
  return value.map((one) => look.choiceLabel?.(String(one), words) ?? String(one)).join(', ');
}

function rangeText<Value>(
  from: Value | undefined,
  to: Value | undefined,
  format: (value: Value) => string,
): string {
  if (from !== undefined && to !== undefined) return `${format(from)} – ${format(to)}`;
  if (from !== undefined) return `≥ ${format(from)}`;
  return to === undefined ? '' : `≤ ${format(to)}`;
}
