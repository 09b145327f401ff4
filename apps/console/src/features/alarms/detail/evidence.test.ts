import { expect, test } from 'vitest';
import { evidenceCharts, stateLines } from './evidence.ts';

function series(...metrics: readonly string[]) {
  const list = metrics.map((metric) => ({ metric, values: [1, null, 2] }));
  return { startAt: '2026-01-01T00:00:00Z', stepMs: 15_000, list };
}

test('shows the chart of the measured metric first, with the threshold in its unit', () => {
  const evidence = { series: series('cpuUsedCores', 'memUsedBytes'), threshold: 90 };
  const charts = evidenceCharts({ ...evidence, state: { memLimitBytes: 1000 } }, 'pod.memUsage');
  expect(charts.map(({ titleKey }) => titleKey)).toEqual(['columns.mem', 'columns.cpu']);
  expect(charts.map(({ threshold }) => threshold)).toEqual([900, null]);
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
  const all = { ...times, list: [...list, empty] };
  const charts = evidenceCharts({ series: all, threshold: null, state: null }, 'event.7');
  expect(charts.map((chart) => chart.series.map(({ key }) => key))).toEqual([['netRxBps', 'netTxBps']]);
});

test('formats a state as one line per field and container, with readable units', () => {
  const containers = [{ name: 'app', state: 'waiting', restartCnt: 3 }];
  const limits = { memLimitBytes: 1024, cpuLimitCores: -1 };
  const state = { phase: 'Running', ...limits, message: null, containers, owner: { kind: 'Deployment' } };
  const lines = stateLines(state);
  expect(lines).toEqual([
    { name: 'phase', text: 'Running' },
    { name: 'memLimitBytes', text: '1.00 KB' },
    { name: 'cpuLimitCores', text: 'Not Set' },
    { name: 'containers.app', text: 'state waiting · restartCnt 3' },
    { name: 'owner.kind', text: 'Deployment' },
  ]);
});
