import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RangeControl } from '#components/range/use-range.ts';
import type { EmptyText } from '../statistics-gap.ts';
import { PlannedChart } from './planned-chart.tsx';
import type { SeriesPair } from './use-series.ts';
import '../monitoring-messages.ts';

// uPlot reads it on import, and jsdom does not have it.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const FROM_MS = Date.parse('2026-11-16T08:00:00Z');
const nothingAnswered = {
  data: {
    range: { fromMs: FROM_MS, toMs: FROM_MS + 3_600_000 },
    answer: { start: '2026-11-16T08:00:00.000Z', stepMs: 60_000, pointCnt: 60, seriesList: [] },
  },
  error: null,
  retry: () => {},
  earlier: undefined,
  shiftMs: null,
} as unknown as SeriesPair;

const plan = {
  id: 'cpu',
  titleKey: 'columns.cpu',
  unit: 'cores',
  source: 'self',
  metrics: ['cpuUsedCores'],
} as const;

function show(lacking?: EmptyText): void {
  render(
    <MantineProvider>
      <PlannedChart
        plan={plan}
        series={nothingAnswered}
        marks={[]}
        control={{ comparison: null, zoom: () => {}, zoomOut: undefined } as unknown as RangeControl}
        isGone={false}
        fileName="new"
        lacking={lacking}
      />
    </MantineProvider>,
  );
}

test('a chart without values suggests another time range', () => {
  show();
  expect(screen.getByText(/기간을 넓히거나/)).toBeTruthy();
});

test('a chart of an object without statistics shows since when and why, and suggests no other range', () => {
  show({ title: '통계 없음', text: 'kubelet에 연결할 수 없습니다.', sinceMs: FROM_MS - 1 });
  expect(screen.getByText('통계 없음')).toBeTruthy();
  expect(screen.getByText('kubelet에 연결할 수 없습니다.')).toBeTruthy();
  expect(screen.queryByText(/기간을 넓히거나/)).toBeNull();
});

test('a chart of a time before the statistics stopped suggests another time range', () => {
  show({ title: '통계 없음', text: 'kubelet에 연결할 수 없습니다.', sinceMs: FROM_MS + 4_000_000 });
  expect(screen.getByText(/기간을 넓히거나/)).toBeTruthy();
});
