import { type KeyboardEvent, type RefObject, useId, useImperativeHandle, useRef } from 'react';
import { type CursorStore, useCursorIndex } from './chart-group.tsx';
import { CursorTip } from './cursor-tip.tsx';
import type { ChartView, ShownSeries } from './model/columns.ts';
import { instantOf, nearestIndex } from './model/time-grid.ts';
import { type Plot, usePlot } from './plot.ts';
import classes from './plot-view.module.css';

interface PlotViewProps {
  readonly chart: ChartView;
  readonly visible: readonly ShownSeries[];
  readonly store: CursorStore;
  readonly describedBy: string;
  readonly plotRef: RefObject<Plot | null>;
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined;
  readonly onZoomOut: (() => void) | undefined;
}

const FAR_STEP = 10;

/**
 * The plot with a slider over its time: the arrow keys move the cursor, and a screen reader reads the values.
 */
export function PlotView(props: PlotViewProps) {
  const { chart, visible, store, onZoom, onZoomOut } = props;
  const { title, data, height } = chart;
  const id = useId();
  const hostRef = useRef<HTMLDivElement>(null);
  const plot = usePlot({ hostRef, chart, store, id, onZoom });
  useImperativeHandle<Plot | null, Plot | null>(props.plotRef, () => plot, [plot]);
  const index = useCursorIndex(store, data);
  const lastIndex = Math.max(0, data.pointCnt - 1);
  const now = index ?? lastIndex;

  function moveTo(next: number): void {
    const [first, last] = indexesInRange(chart);
    const atMs = instantOf(data, Math.min(last, Math.max(first, next)));
    store.setState({ atMs, source: id });
    plot?.showCursor(atMs);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.shiftKey ? FAR_STEP : 1;
    const from = store.getState() ? (index ?? lastIndex) : lastIndex + step;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') moveTo(from - step);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') moveTo(from + step);
    else if (event.key === 'Home') moveTo(0);
    else if (event.key === 'End') moveTo(lastIndex);
    else if (event.key === 'Escape' && store.getState()) leave();
    else if (event.key === 'Backspace' && onZoomOut) onZoomOut();
    else return;
    event.preventDefault();
  }

  function leave(): void {
    if (store.getState()?.source !== id) return;
    store.setState(null);
    plot?.showCursor(null);
  }

  return (
    <div className={classes.view}>
      <div
        ref={hostRef}
        className={classes.host}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={props.describedBy}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={lastIndex}
        aria-valuenow={now}
        aria-valuetext={valueText(chart, visible, now)}
        data-zooms={onZoom !== undefined}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onDoubleClick={onZoomOut}
      />
      {plot && <CursorTip plot={plot} chart={chart} store={store} id={id} />}
    </div>
  );
}

function indexesInRange({ data, range }: ChartView): [first: number, last: number] {
  const lastIndex = Math.max(0, data.pointCnt - 1);
  return [nearestIndex(data, range.fromMs) ?? 0, nearestIndex(data, range.toMs) ?? lastIndex];
}

function valueText({ data, formats }: ChartView, visible: readonly ShownSeries[], index: number): string {
  const values = visible.map(({ label, avg }) => `${label} ${formats.value(avg[index] ?? null)}`);
  return [formats.instant(instantOf(data, index)), ...values].join(', ');
}
