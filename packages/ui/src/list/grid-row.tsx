import { memo, type ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import type { GridColumn, GridTexts } from './model/grid-types.ts';
import classes from './virtual-grid.module.css';

interface GridRowProps {
  readonly index: number;
  readonly top: number;
  /** Undefined: this grid has no selection. */
  readonly isSelected: boolean | undefined;
  readonly isActive: boolean;
  readonly isMuted: boolean;
  readonly isClickable: boolean;
  readonly isMenuOpen: boolean;
  /** The row is not loaded or not rendered yet. */
  readonly isBusy: boolean;
  /** A hidden slot that waits for reuse. */
  readonly isHeld: boolean;
  readonly children: ReactNode;
}

/** The grid handles the events of all rows. */
export function GridRow(props: GridRowProps) {
  return (
    <tr
      className={rowClasses(props)}
      style={{ transform: `translateY(${props.top}px)` }}
      data-index={props.index}
      aria-rowindex={props.index + 2}
      aria-selected={props.isSelected}
      aria-busy={props.isBusy}
      tabIndex={props.isActive ? 0 : -1}
    >
      {props.children}
    </tr>
  );
}

function rowClasses(props: GridRowProps): string {
  if (props.isHeld) return `${classes.row} ${classes.held}`;
  return [
    classes.row,
    props.isSelected ? classes.selected : '',
    props.isMuted ? classes.muted : '',
    props.isClickable && !props.isBusy ? classes.clickable : '',
    props.isMenuOpen ? classes.menuOpen : '',
  ].join(' ');
}

interface GridCellsProps<Row> {
  /** Undefined: a skeleton in every column. */
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly isSelected: boolean | undefined;
  readonly isActive: boolean;
  readonly isMenuOpen: boolean;
  readonly hasCopy: boolean;
  readonly hasMenu: boolean;
  readonly texts: GridTexts<Row>;
}

function GridCellsOnce<Row>(props: GridCellsProps<Row>) {
  const { row, columns, isSelected, texts } = props;
  const tabIndex = props.isActive ? 0 : -1;
  const hasCheck = isSelected !== undefined;
  return (
    <>
      {hasCheck && (
        <td className={`${classes.cell} ${classes.check} ${classes.pinned}`}>
          {row !== undefined && (
            <input
              type="checkbox"
              aria-label={texts.selectRow(row)}
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
              <span className={classes.primaryText}>{column.render(row)}</span>
              {(props.hasCopy || props.hasMenu) && (
                <span className={classes.rowButtons}>
                  {props.hasCopy && (
                    <button
                      type="button"
                      className={classes.rowButton}
                      tabIndex={tabIndex}
                      data-action="copy"
                      aria-label={texts.copyName(row)}
                    >
                      <Icon name="mdi-content-copy" size={14} />
                    </button>
                  )}
                  {props.hasMenu && (
                    <button
                      type="button"
                      className={classes.rowButton}
                      tabIndex={tabIndex}
                      data-action="menu"
                      aria-haspopup="menu"
                      aria-expanded={props.isMenuOpen}
                      aria-label={texts.rowMenu(row)}
                    >
                      <Icon name="mdi-dots-vertical" size={16} />
                    </button>
                  )}
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

function cellClasses(align: 'start' | 'end' | undefined, isFirst: boolean, hasCheck: boolean): string {
  const pinned = isFirst
    ? `${classes.pinned} ${classes.lastPinned} ${classes.primary} ${hasCheck ? classes.afterCheck : ''}`
    : '';
  return `${classes.cell} ${align === 'end' ? classes.end : ''} ${pinned}`;
}
