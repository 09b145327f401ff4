import type { ChartLine, ChartMark, ChartRange, ChartUnit } from './model/chart-data.ts';
import type { PlotModel } from './model/columns.ts';
import type { ChartFormats } from './model/formats.ts';

/** The input of a plot; a refresh passes a new one. */
export interface PlotInput {
  readonly model: PlotModel;
  readonly range: ChartRange;
  readonly unit: ChartUnit;
  readonly formats: ChartFormats;
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  readonly staleFromMs: number | null;
  readonly staleLabel: string;
}
