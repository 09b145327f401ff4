import type { MetricStore, SampleBatch, SeriesAnswer } from '@gwanje/metric-store/interface';
import { STALE_MS } from '../../live/views/moment.ts';
import { machinesAmong } from '../../objects/machines.ts';
import { SLOT_MS, slotOf, storable } from '../identify/slots.ts';
import type { ClusterMemory } from './cluster-memory.ts';
import type { Stretch } from './late-slots.ts';

/** Of a cluster what its nodes have in all. */
const SUMMED = ['cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'netRxBps', 'netTxBps'];
const AT_ONCE_MS = 30 * 60_000;

/** The sums of a stretch once more, of all that the nodes have told of it by now; of two of one time the larger stays. */
export async function sumAgain(
  { hostId, registry }: ClusterMemory,
  { fromMs, toMs }: Stretch,
  metrics: MetricStore,
  isVirtual: (nodeId: number) => boolean,
): Promise<void> {
  const nodeIds = [...registry.all('node')].map(({ id }) => id);
  const ids = machinesAmong(nodeIds, isVirtual);
  const endMs = slotOf(toMs) + SLOT_MS;
  for (let startMs = slotOf(fromMs); startMs < endMs; startMs += AT_ONCE_MS) {
    const span = { fromMs: startMs - STALE_MS, toMs: Math.min(startMs + AT_ONCE_MS, endMs) };
    const maxPoints = Math.ceil((span.toMs - span.fromMs) / SLOT_MS);
    const answer = await metrics.series({ scope: 'node', ids, metrics: SUMMED, maxPoints, ...span });
    // Older than samples are kept one by one.
    if (answer.stepMs !== SLOT_MS) continue;
    await metrics.append(sumsOf(answer, startMs, hostId));
  }
}

/** A node counts for as long as it would have then. */
function sumsOf({ series, startMs, stepMs, pointCnt }: SeriesAnswer, fromMs: number, hostId: number) {
  const sums = new Map(SUMMED.map((metric) => [metric, new Float64Array(pointCnt).fill(Number.NaN)]));
  for (const { metric, avg } of series) {
    const ofMetric = sums.get(metric);
    if (!ofMetric) continue;
    let last = Number.NaN;
    let lastAt = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < pointCnt; at++) {
      const value = avg[at] ?? null;
      if (value !== null) [last, lastAt] = [value, at];
      if ((at - lastAt) * stepMs >= STALE_MS) continue;
      const sum = ofMetric[at] ?? Number.NaN;
      ofMetric[at] = Number.isNaN(sum) ? last : sum + last;
    }
  }
  const rows: SampleBatch[] = [];
  for (let at = Math.round((fromMs - startMs) / stepMs); at < pointCnt; at++) {
    const columns = Object.fromEntries(
      [...sums].map(([metric, values]) => [metric, [storable(metric, values[at] ?? Number.NaN)]]),
    );
    rows.push({ scope: 'cluster', tsMs: startMs + at * stepMs, ids: [hostId], columns });
  }
  return rows;
}
