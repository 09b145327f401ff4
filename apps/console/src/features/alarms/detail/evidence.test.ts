import { expect, test } from 'vitest';
import { evidenceCharts, stateLines } from './evidence.ts';

function series(...metrics: readonly string[]) {
  const list = metrics.map((metric) => ({ metric, values: [1, null, 2] }));
  return { startAt: '2026-01-01T00:00:00Z', stepMs: 15_000, list };
}

test('shows the chart of the measured metric first, with the threshold in its unit', () => {
  const charts = evidenceCharts(
    { series: series('cpuUsedCores', 'memUsedBytes'), threshold: 90, state: { memLimitBytes: 1000 } },
    'pod.memUsage',
  );
  expect(charts.map(({ titleKey, threshold }) => [titleKey, threshold])).toEqual([
    ['columns.mem', 900],
    ['columns.cpu', null],
  ]);
});

test('draws no threshold without a limit to compute it from', () => {
  for (const state of [null, {}, { memLimitBytes: -1 }, { memLimitBytes: 'much' }]) {
    const [chart] = evidenceCharts({ series: series('memUsedBytes'), threshold: 90, state }, 'pod.memUsage');
    expect(chart?.threshold).toBeNull();
  }
});

test('combines received and sent in one chart, and skips empty and unknown series', () => {
  const { list, ...times } = series('netRxBps', 'netTxBps', 'constructor');
  const empty = { metric: 'cpuUsedCores', values: [null, null] };
  const charts = evidenceCharts(
    { series: { ...times, list: [...list, empty] }, threshold: null, state: null },
    'event.7',
  );
  expect(charts.map((chart) => chart.series.map(({ key }) => key))).toEqual([['netRxBps', 'netTxBps']]);
});

test('formats a state as one line per field and container, with readable units', () => {
  const lines = stateLines({
    phase: 'Running',
    memLimitBytes: 1024,
    cpuLimitCores: -1,
    message: null,
    containers: [{ name: 'app', state: 'waiting', restartCnt: 3 }],
    owner: { kind: 'Deployment' },
  });
  expect(lines).toEqual([
    { name: 'phase', text: 'Running' },
    { name: 'memLimitBytes', text: '1.00 KB' },
    { name: 'cpuLimitCores', text: 'Not Set' },
    { name: 'containers.app', text: 'state waiting · restartCnt 3' },
    { name: 'owner.kind', text: 'Deployment' },
  ]);
});
