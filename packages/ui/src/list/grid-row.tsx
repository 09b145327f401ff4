import { memo } from 'react';
import { Icon } from '../icon.tsx';
import type { GridColumn, GridTexts } from './model/grid-types.ts';
import classes from './virtual-grid.module.css';

interface GridRowProps<Row> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly GridColumn<Row>[];
  /** Undefined: this grid has no selection. */
  readonly isSelected: boolean | undefined;
  readonly isActive: boolean;
  readonly isMuted: boolean;
  readonly isClickable: boolean;
  readonly isMenuOpen: boolean;
  readonly hasCopy: boolean;
  readonly hasMenu: boolean;
  /** Bones in every column stand in for a row that is not loaded. */
  readonly isDetailed: boolean;
  readonly texts: GridTexts<Row>;
}

/** Its events are handled by the grid: a hundred rows on their way past need no handlers of their own. */
function GridRowOnce<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, isSelected, isActive, texts } = props;
  const tabIndex = isActive ? 0 : -1;
  const hasCheck = isSelected !== undefined;
  if (row === undefined && !props.isDetailed)
    // On their way past by the thousand: one element, drawn by its background.
    return (
      <tr
        className={classes.row}
        style={{ transform: `translateY(${props.top}px)` }}
        data-index={index}
        aria-rowindex={index + 2}
        aria-busy="true"
        tabIndex={tabIndex}
      >
        <td className={`${classes.cell} ${classes.bones}`} />
      </tr>
    );
  return (
    <tr
      className={rowClasses(props)}
      style={{ transform: `translateY(${props.top}px)` }}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined}
      tabIndex={tabIndex}
    >
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
    </tr>
  );
}

// `memo` forgets that the row's type is a parameter.
export const GridRow = memo(GridRowOnce) as typeof GridRowOnce;

function rowClasses(props: {
  readonly row: unknown;
  readonly isSelected: boolean | undefined;
  readonly isMuted: boolean;
  readonly isClickable: boolean;
  readonly isMenuOpen: boolean;
}): string {
  return [
    classes.row,
    props.isSelected ? classes.selected : '',
    props.isMuted ? classes.muted : '',
    props.isClickable && props.row !== undefined ? classes.clickable : '',
    props.isMenuOpen ? classes.menuOpen : '',
  ].join(' ');
}

function cellClasses(align: 'start' | 'end' | undefined, isFirst: boolean, hasCheck: boolean): string {
  const pinned = isFirst
    ? `${classes.pinned} ${classes.lastPinned} ${classes.primary} ${hasCheck ? classes.afterCheck : ''}`
    : '';
  return `${classes.cell} ${align === 'end' ? classes.end : ''} ${pinned}`;
}
