import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { readChartTheme } from './chart-theme.ts';
import type { PlotModel } from './model/columns.ts';
import type { PlotInput } from './plot-input.ts';
import { bandFill, type PlotHandlers, type PlotState, plotOptions, seriesOptions } from './plot-options.ts';

export interface Plot {
  /** Updates data, range, lines or marks in the same plot; the cursor and the zoom stay. */
  readonly update: (input: PlotInput) => void;
  readonly showCursor: (atMs: number | null) => void;
  readonly resize: (size: { readonly width: number; readonly height: number }) => void;
  readonly readTheme: () => void;
  /** The position of an instant, in pixels from the left of the host. */
  readonly leftOf: (atMs: number) => number;
  /** How much time a number of pixels is. */
  readonly timeIn: (pixels: number) => number;
  readonly canvas: HTMLCanvasElement;
  readonly destroy: () => void;
}

export interface PlotSetup {
  readonly host: HTMLElement;
  readonly size: { readonly width: number; readonly height: number };
  readonly input: PlotInput;
  /** Read at each event, so that a new handler needs no new plot. */
  readonly handlers: () => PlotHandlers;
}

export function createPlot({ host, size, input, handlers }: PlotSetup): Plot {
  const state: PlotState = { input, theme: readChartTheme(host) };
  // uPlot also reports cursor moves that this code caused.
  let isOurs = false;
  const quietly: PlotHandlers = { onCursor: () => {}, onZoom: undefined };
  const u = new uPlot(
    plotOptions(state, () => (isOurs ? quietly : handlers()), size),
    [[]],
    host,
  );
  let shape = '';

  function ours(change: () => void): void {
    isOurs = true;
    u.batch(change);
    isOurs = false;
  }

  function draw(): void {
    const { model } = state.input;
    const nextShape = shapeOf(model);
    ours(() => {
      if (nextShape !== shape) reshape(u, state);
      u.setData([model.instants, ...model.columns.map(({ values }) => values.slice())]);
    });
    shape = nextShape;
  }

  draw();
  return {
    update: (next) => {
      state.input = next;
      draw();
    },
    showCursor: (atMs) => {
      const { fromMs, toMs } = state.input.range;
      const isInside = atMs !== null && atMs >= fromMs && atMs <= toMs;
      u.setCursor({ left: isInside ? u.valToPos(atMs, 'x') : -10, top: isInside ? 0 : -10 }, false);
    },
    resize: (next) => {
      if (next.width !== u.width || next.height !== u.height) ours(() => u.setSize(next));
    },
    readTheme: () => {
      state.theme = readChartTheme(host);
      ours(() => u.redraw(false, true));
    },
    leftOf: (atMs) => u.valToPos(atMs, 'x') + u.over.offsetLeft,
    timeIn: (pixels) => u.posToVal(pixels, 'x') - u.posToVal(0, 'x'),
    canvas: u.ctx.canvas,
    destroy: () => u.destroy(),
  };
}

/** Only another number, kind or dash of columns needs new series; values and colours are read at each draw. */
function shapeOf({ columns, bands }: PlotModel): string {
  const series = columns.map(({ role, dash }) => `${role}:${dash.join('-')}`);
  return `${series.join()}|${bands.map(({ upper, lower }) => `${upper}-${lower}`).join()}`;
}

function reshape(u: uPlot, state: PlotState): void {
  const { columns, bands } = state.input.model;
  u.delBand(null);
  for (let index = u.series.length - 1; index > 0; index--) u.delSeries(index);
  for (const [index, column] of columns.entries()) u.addSeries(seriesOptions(state, column), index + 1);
  for (const { upper, lower } of bands) {
    u.addBand({ series: [upper + 1, lower + 1], fill: () => bandFill(state, upper) });
  }
}
