import 'uplot/dist/uPlot.min.css';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import type { CursorStore } from './chart-group.tsx';
import { readChartTheme, watchTheme } from './chart-theme.ts';
import type { ChartView, PlotModel } from './model/columns.ts';
import { bandFill, type PlotHandlers, type PlotState, plotOptions, seriesOptions } from './plot-options.ts';

export type Plot = ReturnType<typeof createPlot>;

interface PlotSetup {
  readonly host: HTMLElement;
  readonly size: { readonly width: number; readonly height: number };
  readonly chart: ChartView;
  /** Read at each event, so that a new handler needs no new plot. */
  readonly handlers: () => PlotHandlers;
}

function createPlot({ host, size, chart, handlers }: PlotSetup) {
  const state: PlotState = { chart, theme: readChartTheme(host) };
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
    const { model } = state.chart;
    const nextShape = shapeOf(model);
    ours(() => {
      if (nextShape !== shape) reshape(u, state);
      u.setData([model.instants, ...model.columns.map(({ values }) => values.slice())]);
    });
    shape = nextShape;
  }

  draw();
  return {
    /** Updates data, range, lines or marks in the same plot; the cursor and the zoom stay. */
    update: (next: ChartView) => {
      state.chart = next;
      draw();
    },
    showCursor: (atMs: number | null) => {
      const { fromMs, toMs } = state.chart.range;
      const isInside = atMs !== null && atMs >= fromMs && atMs <= toMs;
      u.setCursor({ left: isInside ? u.valToPos(atMs, 'x') : -10, top: isInside ? 0 : -10 }, false);
    },
    resize: (next: PlotSetup['size']) => {
      if (next.width !== u.width || next.height !== u.height) ours(() => u.setSize(next));
    },
    readTheme: () => {
      state.theme = readChartTheme(host);
      ours(() => u.redraw(false, true));
    },
    /** The position of an instant, in pixels from the left of the host. */
    leftOf: (atMs: number) => u.valToPos(atMs, 'x') + u.over.offsetLeft,
    /** How much time a number of pixels is. */
    timeIn: (pixels: number) => u.posToVal(pixels, 'x') - u.posToVal(0, 'x'),
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
  const { columns, bands } = state.chart.model;
  u.delBand(null);
  for (let index = u.series.length - 1; index > 0; index--) u.delSeries(index);
  for (const [index, column] of columns.entries()) u.addSeries(seriesOptions(state, column), index + 1);
  for (const { upper, lower } of bands) {
    u.addBand({ series: [upper + 1, lower + 1], fill: () => bandFill(state, upper) });
  }
}

interface UsePlotOptions {
  readonly hostRef: RefObject<HTMLElement | null>;
  readonly chart: ChartView;
  readonly store: CursorStore;
  /** Names this chart as the one the pointer is in. */
  readonly id: string;
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined;
}

/** One uPlot per mounted host; null until it has a width. */
export function usePlot({ hostRef, chart, store, id, onZoom }: UsePlotOptions): Plot | null {
  const { height } = chart;
  const [plot, setPlot] = useState<Plot | null>(null);
  const drawn = useRef<ChartView | null>(null);
  const widthPx = useRef(0);
  const currentZoom = useEffectEvent(() => onZoom);
  const create = useEffectEvent((host: HTMLElement, width: number) => {
    drawn.current = chart;
    return createPlot({
      host,
      size: { width, height },
      chart,
      handlers: () => ({
        onCursor: (atMs) => {
          const cursor = store.getState();
          const isHere = cursor?.source === id;
          // uPlot reports an unmoved cursor after every redraw.
          if (atMs !== null && !(isHere && cursor.atMs === atMs)) store.setState({ atMs, source: id });
          // Only the chart that holds the cursor may remove it.
          else if (atMs === null && isHere) store.setState(null);
        },
        onZoom: currentZoom(),
      }),
    });
  });
  const fit = useEffectEvent((made: Plot, width: number) => {
    made.resize({ width, height });
    made.showCursor(store.getState()?.atMs ?? null);
  });

  useLayoutEffect(() => {
    const host = hostRef.current;
    if (!host) return;
    let made: Plot | null = null;
    // ResizeObserver reports it before the paint; reading it here would force a layout per chart.
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width <= 0) return;
      widthPx.current = width;
      if (made) fit(made, width);
      else {
        made = create(host, width);
        setPlot(made);
      }
    });
    observer.observe(host);
    // A canvas must be redrawn after a change of theme or a late font.
    const repaint = () => made?.readTheme();
    const unwatchTheme = watchTheme(repaint);
    document.fonts?.addEventListener('loadingdone', repaint);
    return () => {
      observer.disconnect();
      unwatchTheme();
      document.fonts?.removeEventListener('loadingdone', repaint);
      made?.destroy();
      setPlot(null);
    };
  }, [hostRef]);

  useLayoutEffect(() => {
    if (!plot || drawn.current === chart) return;
    drawn.current = chart;
    plot.update(chart);
    plot.showCursor(store.getState()?.atMs ?? null);
  }, [plot, chart, store]);

  useLayoutEffect(() => {
    plot?.resize({ width: widthPx.current, height });
  }, [plot, height]);

  useEffect(() => {
    if (!plot) return;
    const follow = () => {
      const cursor = store.getState();
      // In the chart with the pointer uPlot has already drawn the cursor.
      if (cursor?.source !== id) plot.showCursor(cursor?.atMs ?? null);
    };
    follow();
    return store.subscribe(follow);
  }, [plot, store, id]);

  return plot;
}
