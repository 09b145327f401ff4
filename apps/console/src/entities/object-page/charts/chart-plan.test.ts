import { describe, expect, it } from 'vitest';
import type { Translate } from '#core/i18n/i18n.ts';
import { chartData, chartLines } from './chart-data.ts';
import { containerCharts, metricsOf, nodeCharts, podCharts, type Resource } from './chart-plan.ts';
import type { SeriesAnswer } from './series-queries.ts';

const limits = { cpuRequestCores: 0.5, cpuLimitCores: 1, memRequestBytes: 256, memLimitBytes: 512 };
const unset = { cpuRequestCores: -1, cpuLimitCores: -1, memRequestBytes: -1, memLimitBytes: null };
const node = { ...limits, cpuAllocatableCores: 4, memAllocatableBytes: 4096, fsCapacityBytes: 9000 };
const t: Translate = (key, ..._values) => key;

function allPages(own: typeof limits | typeof unset) {
  return [
    ...(['cpu', 'mem', 'disk', 'network'] as const).flatMap((resource) => [
      nodeCharts(resource, { ...node, ...own }),
      podCharts(resource, own),
    ]),
    ...(['cpu', 'mem', 'blockIO'] as const).map((resource) => containerCharts(resource, own)),
  ];
}

describe('the charts of a page', () => {
  const memory = (what: string) => `containers:mem${what}Bytes`;
  const storage = ['blockInBps+blockOutBps', 'blockInOps+blockOutOps', 'rootfsUsedBytes+logsUsedBytes'];
  it.each<[string, Resource, readonly string[]]>([
    ['node', 'cpu', ['self:cpuUsedCores', 'topPods:cpuUsedCores', 'self:cpuUsedCores:share', 'self:procCnt']],
    ['pod', 'mem', [memory('Used'), 'self:memUsedBytes:share', memory('Rss'), memory('Cache')]],
    ['container', 'blockIO', storage.map((id) => `self:${id}`)],
  ])('%s %s', (kind, resource, ids) => {
    const charts =
      kind === 'node'
        ? nodeCharts(resource, node)
        : kind === 'pod'
          ? podCharts(resource, limits)
          : containerCharts(resource, limits);
    expect(charts.map(({ id }) => id)).toEqual(ids);
  });

  it('use only metrics of the catalogue, and begin with a wide chart on every page', () => {
    // The plan would throw on an unknown metric.
    for (const charts of allPages(limits)) expect(charts[0]?.isWide).toBe(true);
  });

  it('fill every row, with and without percentage charts', () => {
    for (const charts of [...allPages(limits), ...allPages(unset)]) {
      const rows = charts.map(({ isWide }) => (isWide ? '|' : 'n')).join('');
      for (const narrow of rows.split('|')) expect(narrow.length % 2, rows).toBe(0);
    }
  });

  it('show no percentage chart and no limit line if the limit is not set', () => {
    expect(podCharts('mem', unset).map(({ id }) => id)).not.toContain('self:memUsedBytes:share');
    const [first] = podCharts('mem', unset);
    expect(first && chartLines(first, t)).toEqual([]);
  });

  it('request each metric only once', () => {
    const expected = ['memCacheBytes', 'memRssBytes', 'memUsedBytes'];
    expect(metricsOf(podCharts('mem', limits), 'containers')).toEqual(expected);
    expect(metricsOf(podCharts('mem', limits), 'topPods')).toEqual([]);
  });
});

describe('the data of a chart', () => {
  const one = { kind: 'pod', id: 3, name: 'api', min: [1, null], max: [3, null] } as const;
  const answer: SeriesAnswer = {
    serverTime: '2026-11-15T12:00:00Z',
    start: '2026-11-15T11:00:00Z',
    stepMs: 60_000,
    pointCnt: 2,
    seriesList: [
      { ...one, metric: 'netTxBps', avg: [5, 6], min: [], max: [] },
      { ...one, metric: 'memUsedBytes', avg: [128, null], min: [64, null], max: [256, null] },
      { ...one, metric: 'netRxBps', avg: [7, 8], min: [], max: [] },
    ] as SeriesAnswer['seriesList'],
  };

  it('has the metrics of the chart, in its order', () => {
    const plan = { source: 'self', metrics: ['netRxBps', 'netTxBps'] } as const;
    expect(chartData(answer, plan, t).series.map(({ label, avg }) => [label, avg])).toEqual([
      ['monitoring.metric.received', [7, 8]],
      ['monitoring.metric.sent', [5, 6]],
    ]);
  });

  it('is named by child for a chart by child', () => {
    const plan = { source: 'containers', metrics: ['memUsedBytes'] } as const;
    expect(chartData(answer, plan, t).series.map(({ label }) => label)).toEqual(['api']);
  });

  it('is in percent of the limit, and null for unknown values', () => {
    const plan = podCharts('mem', limits).find(({ id }) => id === 'self:memUsedBytes:share');
    expect(plan && chartData(answer, plan, t).series.map(({ label, avg }) => [label, avg])).toEqual([
      ['monitoring.share.limit', [25, null]],
      ['monitoring.share.request', [50, null]],
    ]);
  });
});
