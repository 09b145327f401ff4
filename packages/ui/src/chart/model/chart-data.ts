/** Instants at equal distances: point i is at startMs + i × stepMs. */
export interface TimeGrid {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCnt: number;
}

/** Null is "no data": not drawn and not counted as zero. */
export type ChartValues = readonly (number | null)[];

export interface ChartSeries {
  /** Identifies the series across refreshes: its colour and visibility follow the key. */
  readonly key: string;
  readonly label: string;
  readonly avg: ChartValues;
  /** Present on rolled-up data. */
  readonly min?: ChartValues | undefined;
  readonly max?: ChartValues | undefined;
}

/** The shape of the answer of POST /metric/series. */
export interface ChartData extends TimeGrid {
  readonly series: readonly ChartSeries[];
}

export type ChartUnit = 'cores' | 'bytes' | 'bytesPerSecond' | 'perSecond' | 'ratio' | 'count' | 'percent';

export interface ChartRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export type LineStyle = 'request' | 'limit' | 'allocatable' | 'warning' | 'critical';

export interface ChartLine {
  readonly label: string;
  readonly value: number;
  readonly style: LineStyle;
}

export type MarkLevel = 'change' | 'normal' | 'warning' | 'critical';

export interface ChartMark {
  readonly atMs: number;
  /** Present if it had a duration, such as an alarm. */
  readonly untilMs?: number | undefined;
  readonly level: MarkLevel;
  readonly label: string;
}

/** The same series of an earlier time, drawn shiftMs later. */
export interface ChartComparison {
  readonly data: ChartData;
  readonly shiftMs: number;
}

/** Every text of a chart, in the language of the page. */
export interface ChartLabels extends Readonly<Record<MarkLevel, string>> {
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
}
