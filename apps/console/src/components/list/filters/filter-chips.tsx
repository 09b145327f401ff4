import {
  formatBytes,
  formatBytesPerSecond,
  formatCores,
  formatNumber,
  formatPercent,
} from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { type Texts, useTexts } from '#core/i18n/i18n.ts';
import { isFilterable } from '../columns/use-list-columns.tsx';
import type { ListColumn, Quantity } from '../define-list.ts';
import classes from '../object-list.module.css';
import type { FilterValue } from '../state/list-address.ts';
import type { ListControls } from '../state/use-list-controls.ts';

export function FilterChips<Row>({ controls }: { readonly controls: ListControls<Row> }) {
  const { declaration, choice, change, changeFilter, openFilter } = controls;
  const { t, language } = useTexts();
  const entries = Object.entries(choice.filter);
  if (entries.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('objectList.filter.inForce')}>
      {entries.map(([id, value]) => {
        const column = declaration.columns.find((candidate) => candidate.id === id);
        const label = column ? t(column.label) : id;
        const text = filterText(column ?? {}, value, { t, language });
        return (
          <li key={id} className={classes.filterChip}>
            <button
              type="button"
              className={classes.chipText}
              title={`${label}: ${text}`}
              disabled={!column || !isFilterable(declaration.contract, id)}
              onClick={(event) => openFilter(id, event.currentTarget)}
            >
              <span className={classes.chipLabel}>{label}</span>
              <bdi>{text}</bdi>
            </button>
            <button
              type="button"
              className={classes.chipRemove}
              aria-label={t('objectList.filter.remove', { label })}
              onClick={() => changeFilter(id, undefined)}
            >
              <Icon name="mdi-close" size={13} />
            </button>
          </li>
        );
      })}
      <li>
        <button type="button" className={classes.chipsClear} onClick={() => change({ filter: {} })}>
          {t('objectList.filter.clearAll')}
        </button>
      </li>
    </ul>
  );
}

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
function filterText(chosen: Chosen, value: FilterValue, texts: Texts): string {
  if (typeof value === 'boolean') return texts.t(value ? 'objectList.yes' : 'objectList.no');
  if (typeof value === 'string') return `"${value}"`;
  if ('min' in value || 'max' in value) {
    const format = formatOf[chosen.quantity ?? 'count'];
    return rangeText(value.min, value.max, format);
  }
  if ('from' in value || 'to' in value) return rangeText(value.from, value.to, (at) => formatTimestamp(at));
  if (!Array.isArray(value)) return '';
  return value.map((one) => chosen.choiceLabel?.(String(one), texts) ?? String(one)).join(', ');
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
