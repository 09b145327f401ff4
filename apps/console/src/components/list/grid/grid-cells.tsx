import { Icon } from '@gwanje/ui/icon';
import { memo } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import type { GridColumn } from './grid-types.ts';
import classes from './virtual-grid.module.css';

interface GridCellsProps<Row> {
  /** Undefined: a skeleton in every column. */
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly nameOf: (row: Row) => string;
  /** Undefined: this grid has no selection. */
  readonly isSelected: boolean | undefined;
  readonly isActive: boolean;
  readonly isMenuOpen: boolean;
  readonly hasMenu: boolean;
  readonly isPhone: boolean;
}

function GridCellsOnce<Row>({ row, columns, nameOf, isSelected, ...props }: GridCellsProps<Row>) {
  const t = useT();
  const tabIndex = props.isActive ? 0 : -1;
  const hasCheck = isSelected !== undefined;
  const name = row === undefined ? '' : nameOf(row);
  return (
    <>
      {hasCheck && (
        <td className={`${classes.cell} ${classes.check} ${classes.pinned}`}>
          {row !== undefined && (
            <input
              type="checkbox"
              aria-label={t('lists.selectRow', { name })}
              checked={isSelected}
              readOnly
              tabIndex={tabIndex}
              data-action="select"
            />
          )}
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={cellClasses(column.align, at === 0, hasCheck)}
          aria-colindex={at + (hasCheck ? 2 : 1)}
        >
          {row === undefined ? (
            <span className={classes.bone} />
          ) : at === 0 ? (
            <>
              <span className={classes.primaryText}>
                {column.render(row)}
                {props.isPhone && column.renderPhoneLine && (
                  <span className={classes.phoneLine}>{column.renderPhoneLine(row)}</span>
                )}
              </span>
              {props.hasMenu && (
                <span className={classes.rowButtons}>
                  <button
                    type="button"
                    className={classes.rowButton}
                    tabIndex={tabIndex}
                    data-action="copy"
                    aria-label={t('objectList.row.copyNameOf', { name })}
                  >
                    <Icon name="mdi-content-copy" size={14} />
                  </button>
                  <button
                    type="button"
                    className={classes.rowButton}
                    tabIndex={tabIndex}
                    data-action="menu"
                    aria-haspopup="menu"
                    aria-expanded={props.isMenuOpen}
                    aria-label={t('objectList.row.menuOf', { name })}
                  >
                    <Icon name="mdi-dots-vertical" size={16} />
                  </button>
                </span>
              )}
            </>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </>
  );
}

// `memo` loses the row's type parameter.
export const GridCells = memo(GridCellsOnce) as typeof GridCellsOnce;

function cellClasses(align: 'end' | undefined, isFirst: boolean, hasCheck: boolean): string {
  const pinned = isFirst
    ? `${classes.pinned} ${classes.lastPinned} ${classes.primary} ${hasCheck ? classes.afterCheck : ''}`
    : '';
  return `${classes.cell} ${align === 'end' ? classes.end : ''} ${pinned}`;
}
