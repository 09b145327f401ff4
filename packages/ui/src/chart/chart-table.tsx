import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import classes from './chart-table.module.css';
import type { ChartView, ShownSeries } from './model/columns.ts';
import { exportColumns } from './model/export-rows.ts';
import { summarise } from './model/summary.ts';
import { instantOf } from './model/time-grid.ts';

const ROWS_AT_ONCE = 200;

interface ChartTableProps {
  readonly chart: ChartView;
  readonly visible: readonly ShownSeries[];
}

/** The same values as a table, newest first. */
export function ChartTable({ chart, visible }: ChartTableProps) {
  const { title, data: grid, formats, labels, height } = chart;
  const [rowCnt, setRowCnt] = useState(ROWS_AT_ONCE);
  const columns = exportColumns(visible, labels);
  const indexes = Array.from(
    { length: Math.min(rowCnt, grid.pointCnt) },
    (_, row) => grid.pointCnt - 1 - row,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
    <section className={classes.scroll} style={{ height }} aria-label={title} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{labels.time}</th>
            {columns.map(({ label }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two series may bear the same label
              <th key={column} scope="col" className={classes.number}>
                <bdi>{label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => (
            <tr key={index}>
              <th scope="row">{formats.instant(instantOf(grid, index))}</th>
              {columns.map(({ values }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as in the head
                <td key={column} className={classes.number}>
                  {formats.value(values[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rowCnt < grid.pointCnt && (
        <div className={classes.more}>
          <Button variant="default" size="xs" onClick={() => setRowCnt(rowCnt + ROWS_AT_ONCE)}>
            {labels.moreRows}
          </Button>
        </div>
      )}
    </section>
  );
}

/** A text summary of the chart for screen readers. */
export function ChartSummary({ chart, visible, id }: ChartTableProps & { readonly id: string }) {
  const { formats, labels, marks } = chart;
  return (
    <VisuallyHidden>
      <ul id={id}>
        {visible.map((one) => {
          const summary = summarise(one);
          const parts = (['min', 'avg', 'max', 'last'] as const).map(
            (name) => `${labels[name]} ${formats.value(summary[name])}`,
          );
          return <li key={one.key}>{`${one.label}: ${parts.join(', ')}`}</li>;
        })}
      </ul>
      {marks.length > 0 && (
        <ul aria-label={labels.marks}>
          {marks.map((mark) => (
            <li key={`${mark.atMs} ${mark.level} ${mark.label}`}>
              {`${formats.instant(mark.atMs)} ${labels[mark.level]}: ${mark.label}`}
            </li>
          ))}
        </ul>
      )}
    </VisuallyHidden>
  );
}
