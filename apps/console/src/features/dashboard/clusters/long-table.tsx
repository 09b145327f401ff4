import { type ReactNode, useState } from 'react';
import classes from './cluster-tables.module.css';

/** More rows than the table shows without scrolling. */
const VISIBLE_CNT = 8;
/** The height of a row where no style sheet says another. */
const ROW_PX = 32;
/** Scrolling adds and removes this many rows at a time, half of the visible rows. */
const STEP_CNT = 4;

export interface LongColumn<Row> {
  readonly label: string;
  readonly className?: string | undefined;
  /** The text of a cell and its tooltip. The longest text decides the width of the column. */
  readonly text?: (row: Row) => string;
  /** The content of a cell that is more than its text. */
  readonly cell?: (row: Row) => ReactNode;
}

interface LongTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly columns: readonly LongColumn<Row>[];
  /** Shown if there are no rows. */
  readonly empty: string;
}

/** Renders only rows near the viewport; all rows decide the column widths. */
export function LongTable<Row>({ empty, ...table }: LongTableProps<Row>) {
  const { rows, columns } = table;
  if (rows.length === 0) return <p className={classes.note}>{empty}</p>;
  return <ScrolledTable {...table} widest={widestRows(rows, columns)} />;
}

interface ScrolledTableProps<Row> extends Omit<LongTableProps<Row>, 'empty'> {
  readonly widest: readonly Row[];
}

/** A separate component, so that scrolling does not search for the widest rows again. */
function ScrolledTable<Row>({ label, rows, keyOf, columns, widest }: ScrolledTableProps<Row>) {
  const [step, setStep] = useState(0);
  const { from, to } = drawnSpan(step, rows.length);
  const drawn = rows.slice(from, to);
  const cellsOf = (row: Row) =>
    columns.map(({ label, className, text, cell }) => (
      <td key={label} className={className} title={text?.(row)}>
        {cell ? cell(row) : text?.(row)}
      </td>
    ));
  return (
    <section
      className={classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the table by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget }) =>
        setStep(Math.floor(Math.max(0, currentTarget.scrollTop) / (rowPxOf(currentTarget) * STEP_CNT)))
      }
    >
      <table className={classes.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ label, className }) => (
              <th key={label} scope="col" className={className}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {widest
            .filter((row) => !drawn.includes(row))
            .map((row) => (
              // biome-ignore lint/a11y/noAriaHiddenOnFocusable: neither the row nor its collapsed content gets focus
              <tr key={keyOf(row)} aria-hidden="true" className={classes.widest}>
                {cellsOf(row)}
              </tr>
            ))}
          <Gap cnt={from} columnCnt={columns.length} />
          {drawn.map((row, index) => (
            // The table header is row 1.
            <tr key={keyOf(row)} aria-rowindex={from + index + 2}>
              {cellsOf(row)}
            </tr>
          ))}
          <Gap cnt={rows.length - to} columnCnt={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

function rowPxOf(section: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(section).getPropertyValue('--row')) || ROW_PX;
}

/** The rendered rows after `step` scroll steps: the visible rows and at least one step on each side. */
export function drawnSpan(step: number, cnt: number) {
  const from = Math.max(0, step - 1) * STEP_CNT;
  return { from: Math.min(from, cnt), to: Math.min(cnt, (step + 4) * STEP_CNT) };
}

/** The rows that are visible first, and the row with the longest text of each column. */
export function widestRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<LongColumn<Row>, 'text'>[],
): readonly Row[] {
  const longest = columns.flatMap(({ text }) =>
    text ? rows.reduce((widest, row) => (text(row).length > text(widest).length ? row : widest)) : [],
  );
  return [...new Set([...rows.slice(0, VISIBLE_CNT), ...longest])];
}

function Gap({ cnt, columnCnt }: { cnt: number; columnCnt: number }) {
  if (cnt === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row gets no focus
    <tr aria-hidden="true">
      <td colSpan={columnCnt} style={{ height: `calc(${cnt} * var(--row, ${ROW_PX}px))` }} />
    </tr>
  );
}
