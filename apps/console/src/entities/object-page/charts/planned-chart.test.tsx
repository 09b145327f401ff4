import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RangeControl } from '#components/range/use-range.ts';
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

function show(neverText?: string): void {
  render(
    <MantineProvider>
      <PlannedChart
        plan={{
          id: 'cpu',
          titleKey: 'columns.cpu',
          unit: 'cores',
          source: 'self',
          metrics: ['cpuUsedCores'],
        }}
        series={nothingAnswered}
        marks={[]}
        control={{ comparison: null, zoom: () => {}, zoomOut: undefined } as unknown as RangeControl}
        isGone={false}
        fileName="new"
        neverText={neverText}
      />
    </MantineProvider>,
  );
}

test('a chart without values suggests another time range', () => {
  show();
  expect(screen.getByText(/기간을 넓히거나/)).toBeTruthy();
});

test('a chart of an object that never sent data shows that, and suggests no other range', () => {
  show('에이전트가 아직 데이터를 보내지 않았습니다.');
  expect(screen.getByText('아직 수집된 데이터가 없습니다')).toBeTruthy();
  expect(screen.getByText('에이전트가 아직 데이터를 보내지 않았습니다.')).toBeTruthy();
  expect(screen.queryByText(/기간을 넓히거나/)).toBeNull();
});
