import { Fragment, type ReactNode, type UIEvent, useCallback, useMemo, useState } from 'react';
import { firstRows } from '#entities/dashboard/model/first-rows.ts';
import classes from './cluster-tables.module.css';

/** The height of `.table td`. */
const ROW_PX = 32;
/** Scrolling adds and removes this many rows at a time, half of the visible rows. */
const STEP_CNT = 4;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The rendered rows after `step` scroll steps: the visible rows and at least one step on each side. */
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

/** The body of a long table. Renders only rows near the viewport; all rows decide the column widths. */
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
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: neither the row nor its collapsed content gets focus
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
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row gets no focus
    <tr aria-hidden="true">
      <td colSpan={columnCnt} style={{ height: cnt * ROW_PX }} />
    </tr>
  );
}
