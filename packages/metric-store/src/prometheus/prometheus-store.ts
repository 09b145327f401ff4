import {
  checkAggregateQuery,
  checkLatestQuery,
  checkSeriesQuery,
  checkTopQuery,
  steppedBatch,
} from '../check-input.ts';
import { findLatest } from '../find-latest.ts';
import type { AggregateQuery, MetricStore, SampleBatch, SeriesAnswer, TopRow } from '../interface.ts';
import { aggregatesOf, emptySeries, type PackedSeries, unpackSeries } from '../packed-series.ts';
import { defaultTiers, type Grid, planAggregate, planGrid, planTopRange, type Tiers } from '../tiers.ts';
import { PrometheusClient } from './client.ts';
import { questionsOf, selectors } from './names.ts';
import { prometheusLatest } from './prometheus-latest.ts';
import { writeRequest } from './write-request.ts';

export interface PrometheusOptions {
  readonly url: string;
  readonly now?: () => number;
  /** Used only for the width of buckets. The engine has its own retention. */
  readonly tiers?: Tiers;
}

/** In the order of packed series. */
const PARTS: readonly string[] = ['avg', 'min', 'max'];
/** Prometheus refuses ranges of more than 11,000 points. */
const POINTS_AT_ONCE = 10_000;

/** Throws when the engine does not answer, so that a wrong address is noticed at the start. */
export async function openPrometheusStore({ url, ...options }: PrometheusOptions): Promise<MetricStore> {
  const client = new PrometheusClient(url);
  const readsRange = await rangeReader(client);
  return {
    ...readersOf(client, async () => readsRange, options),
    async append(batches) {
      const { rows, body } = encodeSamples(batches);
      if (rows > 0) await client.write(body);
      return { rows, tooOldRows: 0 };
    },
    /** The engine reports its own statistics. */
    stats: async () => ({ tiers: [], damagedFiles: [], lostCnt: 0 }),
    /** The health of the other system is not reported here. */
    isDown: () => false,
    copyTo: async () => 'outside',
    close: async () => {},
  };
}

/** The body of a remote write. */
export function encodeSamples(batches: readonly SampleBatch[]): { rows: number; body: Uint8Array } {
  const stepped = batches.map(steppedBatch);
  const rows = stepped.reduce((sum, { ids }) => sum + ids.length, 0);
  return { rows, body: writeRequest(stepped) };
}

export type RangeOf = (series: string, stepMs: number) => string;

/** How the engine has to be asked for the samples of a bucket. Buckets are evaluated at their last millisecond. */
export async function rangeReader(client: PrometheusClient): Promise<RangeOf> {
  const isLeftEdgeCounted = await countsLeftEdge(client);
  return (series, stepMs) => `${series}[${isLeftEdgeCounted ? stepMs - 1 : stepMs}ms]`;
}

/** The read calls of one engine. */
export function readersOf(
  client: PrometheusClient,
  findRangeOf: () => Promise<RangeOf>,
  { now = Date.now, tiers = defaultTiers }: Omit<PrometheusOptions, 'url'>,
): Pick<MetricStore, 'series' | 'aggregate' | 'latest' | 'top'> {
  async function readGrid(query: AggregateQuery, grid: Grid): Promise<SeriesAnswer> {
    const packed = emptySeries(query, grid);
    const isEmpty = query.ids.length === 0 || query.metrics.length === 0;
    for (let first = 0; first < grid.pointCnt && !isEmpty; first += POINTS_AT_ONCE)
      await readSeries(query, packed, first);
    return unpackSeries(query, packed);
  }

  /** Reads all metrics and parts in few queries. Labels distinguish them, because functions drop the name. */
  async function readSeries(
    { scope, ids, metrics }: AggregateQuery,
    { stepMs, startMs, pointCnt, values: packed }: PackedSeries,
    first: number,
  ): Promise<void> {
    const rangeOf = await findRangeOf();
    const expressions = metrics.flatMap((metric) =>
      selectors(scope, metric, ids).flatMap((series) => {
        const range = rangeOf(series, stepMs);
        return PARTS.map((part) =>
          labelled(labelled(`${part}_over_time(${range})`, 'part', part), 'metric', metric),
        );
      }),
    );
    const last = Math.min(pointCnt, first + POINTS_AT_ONCE) - 1;
    const rowsOfId = Map.groupBy(ids.keys(), (row) => ids[row]);
    const endOf = (point: number) => startMs + (point + 1) * stepMs - 1;
    for (const question of questionsOf(expressions)) {
      const result = await client.query('query_range', {
        query: question,
        start: seconds(endOf(first)),
        end: seconds(endOf(last)),
        step: seconds(stepMs),
        nocache: '1',
      });
      for (const { metric: labels, values = [] } of result) {
        const part = PARTS.indexOf(labels.part ?? '');
        const metric = metrics.indexOf(labels.metric ?? '');
        if (part === -1 || metric === -1) continue;
        for (const row of rowsOfId.get(Number(labels.id)) ?? []) {
          const from = ((row * metrics.length + metric) * PARTS.length + part) * pointCnt;
          for (const [atSeconds, value] of values) {
            const point = Math.round((atSeconds * 1000 + 1 - startMs) / stepMs) - 1;
            if (point >= 0 && point < pointCnt) packed[from + point] = Number(value);
          }
        }
      }
    }
  }

  return {
    async series(query) {
      checkSeriesQuery(query);
      return readGrid(query, planGrid(tiers, query, now()));
    },
    async aggregate(query) {
      checkAggregateQuery(query);
      return aggregatesOf(await readGrid(query, planAggregate(tiers, query, now())));
    },
    async latest(query) {
      checkLatestQuery(query);
      return findLatest(prometheusLatest(client, query.scope, await findRangeOf()), query, tiers, now());
    },
    async top(query) {
      checkTopQuery(query);
      const { startMs, stepMs } = planTopRange(tiers, query, now());
      const rangeOf = await findRangeOf();
      const rows: TopRow[] = [];
      for (const series of selectors(query.scope, query.metric, query.ids)) {
        const result = await client.query('query', {
          query: `topk(${query.limit}, avg_over_time(${rangeOf(series, stepMs)}))`,
          time: seconds(startMs + stepMs - 1),
          nocache: '1',
        });
        for (const { metric, value } of result) rows.push({ id: Number(metric.id), avg: Number(value?.[1]) });
      }
      return rows.sort((a, b) => b.avg - a.avg || a.id - b.id).slice(0, query.limit);
    },
  };
}

/** Up to version 2, Prometheus includes a sample exactly on a range's left edge; other engines do not. */
async function countsLeftEdge(client: PrometheusClient): Promise<boolean> {
  const query = 'count_over_time(vector(1)[60s:60s])';
  const [found] = await client.query('query', { query, time: '1700000040', nocache: '1' });
  return found?.value?.[1] === '2';
}

function labelled(query: string, label: string, value: string): string {
  return `label_replace(${query}, "${label}", "${value}", "", "")`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
