import { type MetricStore, MetricStoreError, type SampleBatch } from '@gwanje/metric-store/interface';
import type { AppliedBatch } from '../apply/apply-batch.ts';
import type { IdentifiedRows } from '../identify/identify-samples.ts';
import type { IngestObserver } from '../state/ingest-observer.ts';

/**
 * Appends the samples of a group in one call. When the metric store refuses the values of one batch, each
 * batch is appended separately, and only the samples of the refused batch are dropped.
 */
export async function appendSamples(
  batches: readonly AppliedBatch[],
  metrics: MetricStore,
  observer: IngestObserver,
): Promise<readonly AppliedBatch[]> {
  const clusters = [...new Set(batches.map(({ cluster }) => cluster))];
  const samples = [
    ...mergeRows(batches.flatMap(({ rows }) => rows)),
    ...clusters.flatMap(({ unsavedSums }) => unsavedSums),
  ];
  try {
    if (samples.length > 0) await metrics.append(samples);
    for (const cluster of clusters) cluster.unsavedSums = [];
    return batches;
  } catch (error) {
    observer.storeFailed('append', error);
    if (!isBadInput(error)) throw error;
  }
  // The sums may contain the bad value. The next interval has new sums.
  for (const cluster of clusters) cluster.unsavedSums = [];
  const stored: AppliedBatch[] = [];
  for (const batch of batches) {
    const rows = mergeRows(batch.rows);
    try {
      if (rows.length > 0) await metrics.append(rows);
      stored.push(batch);
    } catch (error) {
      if (!isBadInput(error)) throw error;
      stored.push(withoutRows(batch, error.message));
    }
  }
  return stored;
}

export function isBadInput(error: unknown): error is MetricStoreError {
  return error instanceof MetricStoreError && error.kind === 'badInput';
}

/** The live state has the rest of the batch already, so only its samples are dropped. */
function withoutRows(batch: AppliedBatch, message: string): AppliedBatch {
  const cnt = countKnown(batch.rows);
  batch.dropped.unstorable += cnt;
  const { hostId } = batch.cluster;
  const atMs = batch.received.receivedAt.getTime();
  const refusal = {
    hostId,
    reason: 'invalidBatch' as const,
    cnt,
    atMs,
    detail: `samples dropped: ${message}`,
  };
  return { ...batch, rows: [], refusals: [...batch.refusals, refusal] };
}

export function countKnown(parts: readonly IdentifiedRows[]): number {
  return parts.reduce((sum, { knownCnt }) => sum + knownCnt, 0);
}

/** Merges the small batches of many agents into one per scope and instant. */
function mergeRows(parts: readonly IdentifiedRows[]): SampleBatch[] {
  const known = parts.filter(({ knownCnt }) => knownCnt > 0);
  return [...Map.groupBy(known, ({ scope, tsMs }) => `${scope}/${tsMs}`).values()].flatMap(mergeGroup);
}

function mergeGroup(parts: readonly IdentifiedRows[]): SampleBatch[] {
  const [first] = parts;
  if (!first) return [];
  const { scope, tsMs } = first;
  if (parts.length === 1 && first.knownCnt === first.ids.length)
    return [{ scope, tsMs, ids: first.ids, columns: first.columns }];
  const rowCnt = countKnown(parts);
  const ids = new Int32Array(rowCnt);
  const columns: Record<string, Float64Array> = {};
  let start = 0;
  for (const part of parts) {
    copyKnown(part.ids, part, ids, start);
    for (const [name, values] of Object.entries(part.columns)) {
      columns[name] ??= new Float64Array(rowCnt).fill(Number.NaN);
      copyKnown(values, part, columns[name], start);
    }
    start += part.knownCnt;
  }
  return [{ scope, tsMs, ids, columns }];
}

function copyKnown<Values extends Int32Array | Float64Array>(
  values: Values,
  { ids, knownCnt }: IdentifiedRows,
  target: Values,
  start: number,
): void {
  if (knownCnt === ids.length) {
    target.set(values, start);
    return;
  }
  let next = start;
  for (let row = 0; row < ids.length; row++) if (ids[row] !== 0) target[next++] = values[row] ?? Number.NaN;
}
