import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { watchTheme } from './chart-theme.ts';
import type { CursorStore } from './model/cursor-store.ts';
import { createPlot, type Plot } from './plot.ts';
import type { PlotInput } from './plot-input.ts';

interface UsePlotOptions {
  readonly hostRef: RefObject<HTMLElement | null>;
  readonly input: PlotInput;
  readonly height: number;
  readonly store: CursorStore;
  /** Names this chart as the one the pointer is in. */
  readonly id: string;
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined;
}

/** One uPlot per mounted host; null until it has a width. */
export function usePlot({ hostRef, input, height, store, id, onZoom }: UsePlotOptions): Plot | null {
  const [plot, setPlot] = useState<Plot | null>(null);
  const drawn = useRef<PlotInput | null>(null);
  const widthPx = useRef(0);
  const handlers = useRef({ onZoom });
  useLayoutEffect(() => {
    handlers.current = { onZoom };
  });

  const create = useEffectEvent((host: HTMLElement, width: number) => {
    drawn.current = input;
    return createPlot({
      host,
      size: { width, height },
      input,
      handlers: () => ({
        onCursor: (atMs) => {
          if (atMs !== null) store.set({ atMs, source: id });
          // Only the chart that holds the cursor may remove it.
          else if (store.get()?.source === id) store.set(null);
        },
        onZoom: handlers.current.onZoom,
      }),
    });
  });
  const fit = useEffectEvent((made: Plot, width: number) => {
    made.resize({ width, height });
    made.showCursor(store.get()?.atMs ?? null);
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
    if (!plot || drawn.current === input) return;
    drawn.current = input;
    plot.update(input);
    plot.showCursor(store.get()?.atMs ?? null);
  }, [plot, input, store]);

  useLayoutEffect(() => {
    plot?.resize({ width: widthPx.current, height });
  }, [plot, height]);

  useEffect(() => {
    if (!plot) return;
    const follow = () => {
      const state = store.get();
      // In the chart with the pointer uPlot has already drawn the cursor.
      if (state?.source !== id) plot.showCursor(state?.atMs ?? null);
    };
    follow();
    return store.subscribe(follow);
  }, [plot, store, id]);

  return plot;
}
