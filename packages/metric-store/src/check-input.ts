import { metricScopes } from '@gwanje/kinds/registry';
import {
  type AggregateQuery,
  type LatestQuery,
  MetricStoreError,
  type SampleBatch,
  type SeriesQuery,
  type TopQuery,
} from './interface.ts';
import { isMetric, stepsPerUnit } from './resolution.ts';

const MAX_ID = 2 ** 31 - 1;
const MAX_POINTS = 100_000;
const LATEST_MS = 8.64e15;

/** A batch with values in whole steps; NaN where a value is unknown. */
export interface SteppedBatch {
  readonly scope: SampleBatch['scope'];
  readonly tsMs: number;
  readonly ids: Int32Array<ArrayBuffer>;
  readonly columns: readonly { readonly metric: string; readonly steps: Float64Array<ArrayBuffer> }[];
}

export function steppedBatch(batch: SampleBatch): SteppedBatch {
  checkTime(batch.tsMs);
  const { scope, tsMs } = batch;
  checkScope(scope);
  const columns = Object.entries(batch.columns).map(([metric, values]) => {
    checkMetric(scope, metric);
    if (values.length !== batch.ids.length)
      throw bad(`${metric} has ${values.length} values for ${batch.ids.length} ids`);
    return { metric, steps: toSteps(values, stepsPerUnit(scope, metric), metric) };
  });
  return { scope, tsMs, ids: checkedIds(batch.ids), columns };
}

function toSteps(
  values: Float64Array | readonly (number | null)[],
  perUnit: number,
  metric: string,
): Float64Array<ArrayBuffer> {
  const steps = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    const step = Math.round(value * perUnit);
    // Integers beyond 2^53 are not exact, and infinity is not a measurement.
    if (step > Number.MAX_SAFE_INTEGER || step < Number.MIN_SAFE_INTEGER)
      throw bad(`${metric} is out of range: ${value}`);
    steps[i] = step;
  }
  return steps;
}

function checkedIds(ids: Int32Array | readonly number[]): Int32Array<ArrayBuffer> {
  for (const id of ids) if (!Number.isInteger(id) || id < 1 || id > MAX_ID) throw bad(`not an id: ${id}`);
  return Int32Array.from(ids);
}

export function checkAggregateQuery(query: AggregateQuery): void {
  checkRange(query.fromMs, query.toMs);
  checkedIds(query.ids);
  for (const metric of query.metrics) checkMetric(query.scope, metric);
}

export function checkLatestQuery(query: LatestQuery): void {
  checkTime(query.sinceMs);
  checkScope(query.scope);
  if (query.ids) checkedIds(query.ids);
}

export function checkSeriesQuery(query: SeriesQuery): void {
  checkAggregateQuery(query);
  if (!Number.isInteger(query.maxPoints) || query.maxPoints < 1 || query.maxPoints > MAX_POINTS)
    throw bad(`maxPoints must be 1 to ${MAX_POINTS}`);
}

export function checkTopQuery(query: TopQuery): void {
  checkRange(query.fromMs, query.toMs);
  checkedIds(query.ids ?? []);
  checkMetric(query.scope, query.metric);
  if (!Number.isInteger(query.limit) || query.limit < 1 || query.limit > 1000)
    throw bad('limit must be 1 to 1000');
}

function checkScope(scope: SampleBatch['scope']): void {
  if (!metricScopes.includes(scope)) throw bad(`unknown scope ${String(scope)}`);
}

function checkMetric(scope: SampleBatch['scope'], metric: string): void {
  if (!metricScopes.includes(scope) || !isMetric(scope, metric))
    throw bad(`unknown metric ${scope}.${metric}`);
}

function checkRange(fromMs: number, toMs: number): void {
  checkTime(fromMs);
  checkTime(toMs);
  if (toMs <= fromMs) throw bad('the range is empty');
}

function checkTime(ms: number): void {
  if (!Number.isInteger(ms) || ms < 0 || ms > LATEST_MS) throw bad(`not a time: ${ms}`);
}

function bad(message: string): MetricStoreError {
  return new MetricStoreError('badInput', message);
}
