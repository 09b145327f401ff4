import type { MarkLevel } from './chart-data.ts';

/** Every text of a chart, in the language of the page. */
export interface ChartLabels {
  readonly loading: string;
  /** The data has no values. */
  readonly noValues: string;
  readonly noValuesText: string;
  /** Shown where the data ends before the range. */
  readonly stale: string;
  readonly others: string;
  readonly total: string;
  /** The compared period in the legend: 'the day before'. */
  readonly compared: string;
  readonly legend: string;
  readonly menu: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly exportCsv: string;
  readonly exportPng: string;
  readonly zoomOut: string;
  readonly time: string;
  readonly min: string;
  readonly avg: string;
  readonly max: string;
  readonly last: string;
  readonly moreRows: string;
  readonly moreMarks: (cnt: number) => string;
  readonly marks: string;
  readonly markLevels: Readonly<Record<MarkLevel, string>>;
}
