import { Icon } from '@gwanje/ui/icon';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { isFilterable } from '../columns/use-list-columns.tsx';
import type { ListDeclaration } from '../define-list.ts';
import classes from '../object-list.module.css';
import type { ListFilter } from '../state/list-address.ts';
import { filterText } from './filter-text.ts';

interface FilterChipsProps<Row> {
  readonly declaration: ListDeclaration<Row>;
  readonly filter: ListFilter;
  readonly onEdit: (columnId: string, chip: HTMLElement) => void;
  readonly onRemove: (columnId: string) => void;
  readonly onRemoveAll: () => void;
}

export function FilterChips<Row>({
  declaration,
  filter,
  onEdit,
  onRemove,
  onRemoveAll,
}: FilterChipsProps<Row>) {
  const t = useT();
  const language = useLanguage();
  const entries = Object.entries(filter);
  if (entries.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('objectList.filter.inForce')}>
      {entries.map(([id, value]) => {
        const column = declaration.columns.find((candidate) => candidate.id === id);
        const label = column ? t(column.label) : id;
        const words = filterText(column ?? {}, value, { t, language });
        return (
          <li key={id} className={classes.filterChip}>
            <button
              type="button"
              className={classes.chipText}
              title={`${label}: ${words}`}
              disabled={!column || !isFilterable(declaration.contract, id)}
              onClick={(event) => onEdit(id, event.currentTarget)}
            >
              <span className={classes.chipLabel}>{label}</span>
              <bdi>{words}</bdi>
            </button>
            <button
              type="button"
              className={classes.chipRemove}
              aria-label={t('objectList.filter.remove', { label })}
              onClick={() => onRemove(id)}
            >
              <Icon name="mdi-close" size={13} />
            </button>
          </li>
        );
      })}
      <li>
        <button type="button" className={classes.chipsClear} onClick={onRemoveAll}>
          {t('objectList.filter.clearAll')}
        </button>
      </li>
    </ul>
  );
}
