import type uPlot from 'uplot';
import { type ChartTheme, withAlpha } from './chart-theme.ts';
import { canvasFont, drawLines, drawMarkSpans, drawMarks, drawStale } from './draw-extras.ts';
import type { ChartView, PlotColumn } from './model/columns.ts';
import { isolatedIndexes } from './model/time-grid.ts';
import { timeStepsMs, timeTickLabel, timeTicks } from './model/time-ticks.ts';
import { scaleTop, valueTicks } from './model/value-ticks.ts';

/** Read at each draw, so that a refresh or another theme only changes these. */
export interface PlotState {
  chart: ChartView;
  theme: ChartTheme;
}

export interface PlotHandlers {
  readonly onCursor: (atMs: number | null) => void;
  /** Absent: dragging selects nothing. */
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined;
}

const VALUE_TICK_PX = 28;
const TIME_TICK_PX = 90;
const AXIS_HEIGHT_PX = 30;
const AXIS_WIDTH_PX = 66;
const PADDING_PX = 10;
const LEAST_DRAG_PX = 6;

export function plotOptions(
  state: PlotState,
  handlers: () => PlotHandlers,
  size: { readonly width: number; readonly height: number },
): uPlot.Options {
  return {
    ...size,
    ms: 1,
    padding: [PADDING_PX, 22, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG_PX },
      bind: { dblclick: () => null },
      // Outside the data the last point is not the value of that instant.
      dataIdx: (u, _series, closest, atMs) =>
        Math.abs((u.data[0]?.[closest] ?? Number.NaN) - atMs) <= state.chart.data.stepMs / 2 ? closest : null,
      points: {
        size: (_u, index) => (isPointed(columnAt(state, index)) ? 7 : 0),
        width: 1.5,
        stroke: () => state.theme.surface,
        fill: (_u, index) => strokeOf(state, index),
      },
    },
    scales: {
      x: { auto: false, range: () => [state.chart.range.fromMs, state.chart.range.toMs] },
      y: { range: (u, _min, max) => [0, topTick(state, u, max)] },
    },
    axes: [timeAxis(state), valueAxis(state)],
    series: [{}],
    hooks: {
      drawAxes: [
        (u) => {
          drawMarkSpans(u, state.chart, state.theme);
          drawStale(u, state.chart, state.theme);
        },
      ],
      draw: [
        (u) => {
          drawLines(u, state.chart, state.theme);
          drawMarks(u, state.chart, state.theme);
        },
      ],
      setCursor: [
        (u) => {
          const left = u.cursor.left ?? -1;
          handlers().onCursor(left < 0 ? null : u.posToVal(left, 'x'));
        },
      ],
      setSelect: [(u) => finishSelection(u, handlers().onZoom)],
    },
  };
}

export function seriesOptions(state: PlotState, column: PlotColumn): uPlot.Series {
  const isLine = isPointed(column) || column.role === 'compare';
  return {
    scale: 'y',
    width: column.role === 'compare' ? 1.25 : isLine ? 1.5 : 0,
    stroke: (_u, index) => strokeOf(state, index),
    fill: (_u, index) => fillOf(state, index),
    dash: [...column.dash],
    spanGaps: false,
    points: {
      show: false,
      size: 3,
      filter: (u, index, _show, gaps) => {
        const values = u.data[index];
        const [from, to] = u.series[0]?.idxs ?? [0, -1];
        return isLine && values && (gaps?.length || to === from) ? isolatedIndexes(values, from, to) : null;
      },
    },
  };
}

export function bandFill(state: PlotState, upper: number): string {
  return fillOf(state, upper + 1);
}

function timeAxis(state: PlotState): uPlot.Axis {
  return {
    scale: 'x',
    side: 2,
    size: AXIS_HEIGHT_PX,
    gap: 8,
    stroke: () => state.theme.muted,
    font: canvasFont(state.theme, 1),
    grid: { show: false },
    ticks: { show: false },
    border: { show: true, stroke: () => state.theme.grid, width: 1 },
    space: TIME_TICK_PX,
    incrs: timeStepsMs,
    splits: (_u, _axis, fromMs, toMs, stepMs) => timeTicks(fromMs, toMs, stepMs),
    values: (_u, splits, _axis, _space, stepMs) => splits.map((atMs) => timeTickLabel(atMs, stepMs)),
  };
}

function valueAxis(state: PlotState): uPlot.Axis {
  return {
    scale: 'y',
    side: 3,
    size: (u, values) => axisWidth(u, state, values),
    gap: 8,
    stroke: () => state.theme.muted,
    font: canvasFont(state.theme, 1),
    grid: { stroke: () => withAlpha(state.theme.grid, 0.8), width: 1 },
    ticks: { show: false },
    splits: (u, _axis, _min, max) => valueTicks(max, state.chart.unit, tickCnt(u)),
    values: (_u, splits) => splits.map((value) => (value === 0 ? '0' : state.chart.formats.tick(value))),
  };
}

/** The same width on all charts of a page, so that their time axes align, unless a label needs more. */
function axisWidth(u: uPlot, { theme }: PlotState, values: readonly string[] | null): number {
  u.ctx.save();
  u.ctx.font = canvasFont(theme, 1);
  const widest = Math.max(0, ...(values ?? []).map((text) => u.ctx.measureText(text).width));
  u.ctx.restore();
  return Math.max(AXIS_WIDTH_PX, Math.ceil(widest) + 14);
}

function topTick(state: PlotState, u: uPlot, max: number | null): number {
  const top = scaleTop(max ?? 0, state.chart.lines);
  return valueTicks(top, state.chart.unit, tickCnt(u)).at(-1) ?? 1;
}

function tickCnt(u: uPlot): number {
  return Math.max(2, Math.floor((u.height - AXIS_HEIGHT_PX - PADDING_PX) / VALUE_TICK_PX));
}

function finishSelection(u: uPlot, onZoom: PlotHandlers['onZoom']): void {
  const { left, width } = u.select;
  if (width < LEAST_DRAG_PX) return;
  const fromMs = Math.round(u.posToVal(left, 'x'));
  const toMs = Math.round(u.posToVal(left + width, 'x'));
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onZoom?.(fromMs, toMs);
}

/** uPlot counts the time as series 0. */
function columnAt(state: PlotState, index: number): PlotColumn | undefined {
  return state.chart.model.columns[index - 1];
}

function isPointed(column: PlotColumn | undefined): boolean {
  return column?.role === 'value' || column?.role === 'edge';
}

function strokeOf(state: PlotState, index: number): string {
  const column = columnAt(state, index);
  const colour = colourOf(state, column);
  return column?.role === 'compare' ? withAlpha(colour, 0.75) : colour;
}

const FILL_ALPHA: Record<PlotColumn['role'], number> = {
  value: 0.16,
  edge: 0.42,
  max: 0.22,
  min: 0,
  compare: 0,
};

function fillOf(state: PlotState, index: number): string {
  const column = columnAt(state, index);
  const isFilled = column && (column.hasArea || column.role === 'max');
  return isFilled ? withAlpha(colourOf(state, column), FILL_ALPHA[column.role]) : 'transparent';
}

function colourOf({ theme }: PlotState, column: PlotColumn | undefined): string {
  const colour = column?.colour ?? null;
  if (colour !== null) return theme.series[colour - 1] ?? theme.others;
  return column?.role === 'compare' ? theme.muted : theme.others;
}
