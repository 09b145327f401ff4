import { formatInstant } from '@gwanje/domain/formats/time';
import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChartGroup } from './chart-group.tsx';
import type { ChartData, ChartLabels } from './model/chart-data.ts';
import { TimeChart, type TimeChartProps } from './time-chart.tsx';

const WIDTH = 800;

// jsdom lacks these, and uPlot needs them on import. Browser tests check the drawing.
const restoreCanvas = vi.hoisted(() => {
  class Path {
    rect() {}
    moveTo() {}
    lineTo() {}
    arc() {}
    closePath() {}
    addPath() {}
  }
  class Observer {
    readonly #notify: (entries: readonly object[]) => void;
    constructor(notify: (entries: readonly object[]) => void) {
      this.#notify = notify;
    }
    observe() {
      this.#notify([{ contentRect: { width: 800 } }]);
    }
    disconnect() {}
  }
  const context = (canvas: HTMLCanvasElement) =>
    new Proxy<Record<string | symbol, unknown>>(
      { canvas, measureText: (text: string) => ({ width: text.length * 6 }) },
      { get: (own, name) => own[name] ?? (() => {}) },
    );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('Path2D', Path);
  vi.stubGlobal('ResizeObserver', Observer);
  const { prototype } = HTMLCanvasElement;
  const original = Object.getOwnPropertyDescriptor(prototype, 'getContext');
  Object.defineProperty(prototype, 'getContext', {
    value(this: HTMLCanvasElement) {
      return context(this);
    },
  });
  return () => Object.defineProperty(prototype, 'getContext', original ?? {});
});
afterAll(restoreCanvas);

const labels: ChartLabels = {
  loading: 'loading',
  noValues: 'no values',
  noValuesText: 'nothing was collected',
  stale: 'stopped',
  others: 'others',
  total: 'total',
  compared: 'the day before',
  legend: 'legend',
  menu: 'menu',
  showTable: 'as table',
  showChart: 'as chart',
  exportCsv: 'as CSV',
  exportPng: 'as PNG',
  zoomOut: 'zoom out',
  time: 'time',
  min: 'min',
  avg: 'avg',
  max: 'max',
  last: 'last',
  moreRows: 'more rows',
  moreMarks: (cnt) => `${cnt} more`,
  marks: 'what happened',
  change: 'change',
  normal: 'event',
  warning: 'event',
  critical: 'alarm',
};

function dataOf(...values: readonly (readonly [key: string, ...avg: (number | null)[]])[]): ChartData {
  const series = values.map(([key, ...avg]) => ({ key, label: key, avg }));
  return { startMs: 0, stepMs: 60_000, pointCnt: values[0]?.length ? values[0].length - 1 : 0, series };
}

const minute = (cnt: number) => formatInstant(cnt * 60_000);

const twoSeries = dataOf(['app', 10, 20, 30, 40], ['proxy', 1, null, 3, null]);

const ready = (data: ChartData) => ({ kind: 'ready', data }) as const;

function chart(props: Partial<TimeChartProps> = {}) {
  return <TimeChart title="memory" unit="percent" labels={labels} state={ready(twoSeries)} {...props} />;
}

function show(props: Partial<TimeChartProps> = {}) {
  return render(page(chart(props)));
}

function page(children: ReactNode) {
  return <HeadlessMantineProvider env="test">{children}</HeadlessMantineProvider>;
}

function legendTexts(): (string | null)[] {
  return screen.getAllByRole('list', { name: 'legend' }).map(({ textContent }) => textContent);
}

function plotArea(): Element {
  const over = document.querySelector('.u-over');
  if (!over) throw new Error('no plot');
  return over;
}

afterEach(cleanup);

describe('states', () => {
  it('loading is shown as text', () => {
    show({ state: { kind: 'loading' } });
    expect(screen.getByRole('status').textContent).toBe('loading');
  });

  it('empty shows the reason', () => {
    show({ state: { kind: 'empty', title: 'no data', text: 'created just now' } });
    expect(screen.getByText('created just now')).toBeDefined();
    expect(document.querySelector('canvas')).toBeNull();
  });

  it('an error offers a retry', async () => {
    const onRetry = vi.fn();
    show({ state: { kind: 'error', title: 'failed', retryLabel: 'again', onRetry } });
    await userEvent.click(screen.getByRole('button', { name: 'again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('data without any value is shown as text, not as an empty plot', () => {
    show({ state: ready(dataOf(['app', null, null])) });
    expect(screen.getByText('no values')).toBeDefined();
    expect(document.querySelector('canvas')).toBeNull();
  });
});

describe('values', () => {
  it('the legend without a cursor has the last known value of each series', () => {
    show();
    expect(legendTexts()).toEqual(['app40.00 %proxy3.00 %']);
  });

  it('the summary describes the chart as text', () => {
    show();
    expect(screen.getByText('app: min 10.00 %, avg 25.00 %, max 40.00 %, last 40.00 %')).toBeDefined();
    expect(screen.getByText('proxy: min 1.00 %, avg 2.00 %, max 3.00 %, last 3.00 %')).toBeDefined();
  });

  it('the arrows move one cursor over all charts of a group', async () => {
    const other = dataOf(['cpu', 5, 6, 7, 8]);
    render(
      page(
        <ChartGroup>
          {chart()}
          {chart({ title: 'cpu', state: ready(other) })}
        </ChartGroup>,
      ),
    );
    const [slider] = screen.getAllByRole('slider');
    slider?.focus();
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(legendTexts()).toEqual(['app20.00 %proxy-', 'cpu6.00 %']);
    expect(slider?.getAttribute('aria-valuetext')).toBe(`${minute(1)}, app 20.00 %, proxy -`);
    await userEvent.keyboard('{Escape}');
    expect(legendTexts()).toEqual(['app40.00 %proxy3.00 %', 'cpu8.00 %']);
  });

  it('a pointer that leaves one chart does not remove the cursor of another', async () => {
    render(
      page(
        <ChartGroup>
          {chart()}
          {chart({ title: 'later', range: { fromMs: 1e9, toMs: 2e9 } })}
        </ChartGroup>,
      ),
    );
    screen.getByRole('slider', { name: 'memory' }).focus();
    await userEvent.keyboard('{Home}');
    const areas = document.querySelectorAll('.u-over');
    expect(areas).toHaveLength(2);
    for (const area of [...areas].slice(1)) fireEvent.mouseLeave(area);
    expect(legendTexts()[0]).toBe('app10.00 %proxy1.00 %');
  });

  it('a refresh keeps the plot, the cursor and the hidden series', async () => {
    const { rerender } = show();
    const canvas = document.querySelector('canvas');
    await userEvent.click(screen.getByRole('button', { name: 'proxy' }));
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{Home}');
    const next = dataOf(['app', 11, 21, 31, 41], ['proxy', 1, 2, 3, 4]);
    rerender(page(chart({ state: ready(next) })));
    expect(canvas).not.toBeNull();
    expect(document.querySelector('canvas')).toBe(canvas);
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(`${minute(0)}, app 11.00 %`);
    expect(screen.getByRole('button', { name: 'proxy' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('another number of series is drawn in the same plot', () => {
    const { rerender } = show({ stacked: true });
    const canvas = document.querySelector('canvas');
    const three = dataOf(['app', 1, 2], ['proxy', 1, 2], ['init', 9, null]);
    rerender(page(chart({ stacked: true, state: ready(three) })));
    expect(document.querySelector('canvas')).toBe(canvas);
    expect(legendTexts()).toEqual(['init-app2.00 %proxy2.00 %total4.00 %']);
  });

  it('the earlier period is shown beside the current one', () => {
    const shiftMs = 86_400_000;
    const comparison = { data: { ...dataOf(['app', 7, 8, 9, 10]), startMs: -shiftMs }, shiftMs };
    show({ state: { kind: 'ready', data: dataOf(['app', 1, 2, 3, null]), comparison } });
    expect(legendTexts()).toEqual(['app3.00 %9.00 %the day before']);
  });
});

describe('legend', () => {
  it('a click or a key hides a series and shows it again', async () => {
    show();
    const proxy = screen.getByRole('button', { name: 'proxy' });
    await userEvent.click(proxy);
    expect(screen.queryByText(/^proxy: min/)).toBeNull();
    proxy.focus();
    await userEvent.keyboard(' ');
    expect(screen.getByText(/^proxy: min/)).toBeDefined();
  });

  it('a shift click shows only one series, and another shows all again', async () => {
    const user = userEvent.setup();
    show();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('button', { name: 'proxy' }));
    expect(screen.queryByText(/^app: min/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'proxy' }));
    expect(screen.getByText(/^app: min/)).toBeDefined();
  });

  it('names are shown as text', () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Etxt';
    show({ state: ready(dataOf([hostile, 1])) });
    expect(screen.getByRole('button', { name: hostile })).toBeDefined();
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('zoom', () => {
  it('dragging requests the selected range', async () => {
    const onZoom = vi.fn();
    show({ onZoom, range: { fromMs: 0, toMs: 700_000 } });
    const area = plotArea();
    const plotWidth = WIDTH - 66 - 22;
    fireEvent.mouseDown(area, { button: 0, clientX: 0, clientY: 10 });
    fireEvent.mouseMove(area, { clientX: plotWidth / 2, clientY: 10, movementX: 10 });
    const width = () => document.querySelector<HTMLElement>('.u-select')?.style.width;
    await waitFor(() => expect(width()).not.toBe('0px'));
    fireEvent.mouseUp(document, { button: 0, clientX: plotWidth / 2, clientY: 10 });
    expect(onZoom).toHaveBeenCalledExactlyOnceWith(0, 350_000);
  });

  it('a double click and the backspace key request the previous range', async () => {
    const onZoomOut = vi.fn();
    show({ onZoomOut });
    await userEvent.dblClick(plotArea());
    expect(onZoomOut).toHaveBeenCalledTimes(1);
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{Backspace}');
    expect(onZoomOut).toHaveBeenCalledTimes(2);
  });
});

describe('table and export', () => {
  const saved: Blob[] = [];
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = (content) => {
      if (content instanceof Blob) saved.push(content);
      return 'blob:test';
    };
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function choose(item: string) {
    await userEvent.click(screen.getByRole('button', { name: 'memory menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  }

  it('the table has the same values, newest first', async () => {
    show();
    await choose('as table');
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'timeappproxy',
      `${minute(3)}40.00 %-`,
      `${minute(2)}30.00 %3.00 %`,
      `${minute(1)}20.00 %-`,
      `${minute(0)}10.00 %1.00 %`,
    ]);
  });

  it('a long table is rendered in parts', async () => {
    const long = dataOf(['app', ...Array.from({ length: 450 }, (_, index) => index)]);
    show({ state: ready(long) });
    await choose('as table');
    const rowCnt = () => screen.getByRole<HTMLTableElement>('table').rows.length;
    expect(rowCnt()).toBe(201);
    await userEvent.click(screen.getByRole('button', { name: 'more rows' }));
    await userEvent.click(screen.getByRole('button', { name: 'more rows' }));
    expect(rowCnt()).toBe(451);
    expect(screen.queryByRole('button', { name: 'more rows' })).toBeNull();
  });

  it('the file has raw values and no formula', async () => {
    show({ state: ready(dataOf(['=cmd()', 1.5, null])) });
    await choose('as CSV');
    expect(await saved[0]?.text()).toContain(`time,'=cmd()\r\n${minute(0)},1.5\r\n${minute(1)},\r\n`);
  });
});
