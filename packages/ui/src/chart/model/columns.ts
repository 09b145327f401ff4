import { assignSlots } from '../../slots.ts';
import type {
  ChartComparison,
  ChartData,
  ChartLabels,
  ChartLine,
  ChartMark,
  ChartRange,
  ChartSeries,
  ChartUnit,
  ChartValues,
} from './chart-data.ts';
import type { ChartFormats } from './formats.ts';
import { bridgeGaps } from './gaps.ts';
import { appearanceOfSlot, COMPARE_DASH, type SeriesAppearance } from './palette.ts';
import { foldOthers, OTHERS_KEY, stackUp } from './stack.ts';
import { alignComparison, instantsOf } from './time-grid.ts';

/** With more lines than this, bands and areas hide each other. */
const MAX_BANDS = 4;
const MAX_AREAS = 2;

/** A series with its appearance and comparison, for the legend, the table and the exports. */
export interface ShownSeries extends ChartSeries {
  /** "Others" and comparison lines have no own colour. */
  readonly appearance: SeriesAppearance;
  readonly isOthers: boolean;
  readonly compared: ChartValues | null;
}

export interface ShownOptions {
  readonly stacked: boolean;
  readonly othersAfter: number;
  readonly othersLabel: string;
  readonly comparison: ChartComparison | undefined;
}

/** The visible series in order; `slots` are the previous ones, so that colours stay. */
export function shownSeries(
  data: ChartData,
  slots: ReadonlyMap<string, number>,
  options: ShownOptions,
): { readonly shown: ShownSeries[]; readonly slots: ReadonlyMap<string, number> } {
  const compared = options.comparison
    ? alignComparison(data, options.comparison)
    : new Map<string, ChartValues>();
  const series = options.stacked ? stackedSeries(data, compared, options) : data.series;
  const own = series.map(({ key }) => key).filter((key) => key !== OTHERS_KEY);
  const nextSlots = assignSlots(own, slots);
  const shown = series.map((one) => {
    const isOthers = one.key === OTHERS_KEY;
    return {
      ...one,
      appearance: appearanceOfSlot(nextSlots.get(one.key) ?? 0),
      isOthers,
      compared: (isOthers ? restOf(compared, own) : compared.get(one.key)) ?? null,
    };
  });
  return { shown, slots: nextSlots };
}

/** A stack shows the whole parent, so series that no longer exist count to "others". */
function stackedSeries(
  data: ChartData,
  compared: ReadonlyMap<string, ChartValues>,
  { othersAfter, othersLabel }: ShownOptions,
): ChartSeries[] {
  const series = foldOthers(data.series, othersAfter, othersLabel);
  const present = new Set(data.series.map(({ key }) => key));
  const hasOthers = series.at(-1)?.key === OTHERS_KEY;
  if (hasOthers || [...compared.keys()].every((key) => present.has(key))) return series;
  const noValues = new Array<null>(data.pointCnt).fill(null);
  return [...series, { key: OTHERS_KEY, label: othersLabel, avg: noValues }];
}

function restOf(
  compared: ReadonlyMap<string, ChartValues>,
  named: readonly string[],
): ChartValues | undefined {
  return stackUp([...compared].filter(([key]) => !named.includes(key)).map(([, values]) => values)).at(-1);
}

type ColumnRole = 'value' | 'edge' | 'min' | 'max' | 'compare';

export interface PlotColumn {
  readonly role: ColumnRole;
  readonly values: ChartValues;
  /** Null is the neutral colour of "others". */
  readonly colour: number | null;
  readonly dash: readonly number[];
  readonly hasArea: boolean;
}

/** The area between two columns, given by their index in `columns`. */
interface PlotBand {
  readonly upper: number;
  readonly lower: number;
}

export interface PlotModel {
  readonly instants: number[];
  readonly columns: readonly PlotColumn[];
  readonly bands: readonly PlotBand[];
}

export function plotModel(
  data: ChartData,
  visible: readonly ShownSeries[],
  options: { readonly stacked: boolean; readonly withBand: boolean },
): PlotModel {
  const bridged = visible.map((one) => bridgedSeries(one, data.stepMs));
  const drawn = options.stacked ? stackColumns(bridged) : lineColumns(bridged, options.withBand);
  return { instants: instantsOf(data), ...drawn };
}

/** Only for drawing: legend, table and exports show the real values. */
function bridgedSeries(one: ShownSeries, stepMs: number): ShownSeries {
  const bridge = (values: ChartValues) => bridgeGaps(values, stepMs);
  return {
    ...one,
    avg: bridge(one.avg),
    min: one.min && bridge(one.min),
    max: one.max && bridge(one.max),
    compared: one.compared && bridge(one.compared),
  };
}

function stackColumns(visible: readonly ShownSeries[]): Pick<PlotModel, 'columns' | 'bands'> {
  const edges = stackUp(visible.map(({ avg }) => avg));
  const columns: PlotColumn[] = visible.map((one, index) => ({
    role: 'edge',
    values: edges[index] ?? [],
    colour: colourOf(one),
    dash: [],
    hasArea: true,
  }));
  const bands = columns.slice(1).map((_, index) => ({ upper: index + 1, lower: index }));
  const compared = visible.flatMap((one) => (one.compared ? [one.compared] : []));
  const total = stackUp(compared).at(-1);
  if (total)
    columns.push({ role: 'compare', values: total, colour: null, dash: COMPARE_DASH, hasArea: false });
  return { columns, bands };
}

function lineColumns(
  visible: readonly ShownSeries[],
  withBand: boolean,
): Pick<PlotModel, 'columns' | 'bands'> {
  const columns: PlotColumn[] = [];
  const bands: PlotBand[] = [];
  const plain = { dash: [], hasArea: false };
  if (withBand && visible.length <= MAX_BANDS) {
    for (const one of visible) {
      if (!one.min || !one.max || !differs(one.min, one.max)) continue;
      const upper = columns.push({ ...plain, role: 'max', values: one.max, colour: colourOf(one) }) - 1;
      const lower = columns.push({ ...plain, role: 'min', values: one.min, colour: colourOf(one) }) - 1;
      bands.push({ upper, lower });
    }
  }
  const hasArea = visible.length <= MAX_AREAS;
  for (const one of visible) {
    if (!one.compared) continue;
    const { compared: values } = one;
    columns.push({ role: 'compare', values, colour: colourOf(one), dash: COMPARE_DASH, hasArea: false });
  }
  for (const one of visible) {
    columns.push({
      role: 'value',
      values: one.avg,
      colour: colourOf(one),
      dash: one.appearance.dash,
      hasArea,
    });
  }
  return { columns, bands };
}

function colourOf(one: ShownSeries): number | null {
  return one.isOthers ? null : one.appearance.colour;
}

/** Raw data has equal extremes; a band without height is not drawn. */
function differs(min: ChartValues, max: ChartValues): boolean {
  return min.some((value, index) => value !== max[index]);
}

/** Everything that a chart shows; a refresh makes a new one. */
export interface ChartView {
  readonly title: string;
  readonly data: ChartData;
  readonly model: PlotModel;
  readonly range: ChartRange;
  readonly unit: ChartUnit;
  readonly formats: ChartFormats;
  readonly labels: ChartLabels;
  readonly height: number;
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  /** The time from which data is missing; null: none is missing. */
  readonly staleFromMs: number | null;
}
