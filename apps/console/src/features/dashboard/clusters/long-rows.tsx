import { Fragment, type ReactNode, type UIEvent, useCallback, useMemo, useState } from 'react';
import { firstRows } from '#entities/dashboard/model/first-rows.ts';
import classes from './cluster-tables.module.css';

/** The height of `.table td`. */
const ROW_PX = 32;
/** Rows are added and removed by this many: half the visible rows, since each rendered row costs layout. */
const STEP_CNT = 4;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The span of rendered rows after that many scroll steps: the visible ones and one step on each side. */
export function drawnSpan(step: number, cnt: number): Span {
  const from = Math.max(0, step - 1) * STEP_CNT;
  return { from: Math.min(from, cnt), to: Math.min(cnt, (step + 4) * STEP_CNT) };
}

export function useScrollStep() {
  const [step, setStep] = useState(0);
  const onScroll = useCallback((event: UIEvent<HTMLElement>) => {
    setStep(Math.floor(Math.max(0, event.currentTarget.scrollTop) / (ROW_PX * STEP_CNT)));
  }, []);
  return { step, onScroll };
}

interface LongRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly step: number;
  readonly columnCnt: number;
  readonly keyOf: (row: Row) => string | number;
  /** The texts whose length decides the column widths. */
  readonly textsOf: (row: Row) => readonly string[];
  readonly children: (row: Row) => ReactNode;
}

/** The body of a table of hundreds: only rows near the visible ones render; all decide the column widths. */
export function LongRows<Row>({ rows, step, columnCnt, keyOf, textsOf, children }: LongRowsProps<Row>) {
  const widest = useMemo(() => firstRows(rows, textsOf), [rows, textsOf]);
  const { from, to } = drawnSpan(step, rows.length);
  const drawn = rows.slice(from, to);
  const shown = new Set(drawn);
  return (
    <tbody>
      {widest.map((row) => (
        <Fragment key={keyOf(row)}>
          {!shown.has(row) && (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus, nor does what is collapsed in it
            <tr aria-hidden="true" className={classes.widest}>
              {children(row)}
            </tr>
          )}
        </Fragment>
      ))}
      <Gap cnt={from} columnCnt={columnCnt} />
      {drawn.map((row, index) => (
        // The table header is row 1.
        <tr key={keyOf(row)} aria-rowindex={from + index + 2}>
          {children(row)}
        </tr>
      ))}
      <Gap cnt={rows.length - to} columnCnt={columnCnt} />
    </tbody>
  );
}

function Gap({ cnt, columnCnt }: { cnt: number; columnCnt: number }) {
  if (cnt === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true">
      <td colSpan={columnCnt} style={{ height: cnt * ROW_PX }} />
    </tr>
  );
}
