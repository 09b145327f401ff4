import { statfs } from 'node:fs/promises';
import type { ServerFigures } from '@gwanje/contract/settings/installation';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { AlarmService } from '../../alarms/engine/alarm-service.ts';
import type { ServerSettings } from '../../config.ts';
import type { IngestPipeline } from '../../pipeline/ingest-pipeline.ts';
import type { IngestRates } from './ingest-rates.ts';

export interface FigureSources {
  readonly metricStore: MetricStore;
  readonly pipeline: IngestPipeline;
  readonly alarms: AlarmService;
  readonly rates: IngestRates;
  readonly settings: ServerSettings;
}

/** What this server alone knows. */
export async function serverFigures(sources: FigureSources): Promise<ServerFigures> {
  const { metricStore, pipeline, alarms, rates, settings } = sources;
  const { queuedBatches, waitingRows } = pipeline.stats;
  const { engines = [] } = await metricStore.stats();
  const { bavail, blocks, bsize } = await statfs(settings.dataDir);
  return {
    ingest: {
      batchesPs: rates.perSecond('batches'),
      rowsPs: rates.perSecond('rows'),
      eventsPs: rates.perSecond('events'),
      refusedPs: rates.perSecond('refused'),
      droppedPs: rates.perSecond('dropped'),
      queuedBatchCnt: queuedBatches,
      waitingRowCnt: waitingRows,
    },
    isEvaluating: alarms.isHealthy(),
    engineList: [...engines],
    rssBytes: process.memoryUsage.rss(),
    diskFreeBytes: bavail * bsize,
    diskBytes: blocks * bsize,
  };
}

/** The ingest of several servers together. A rate is null when none of them has it. */
export function sumIngest(servers: readonly ServerFigures[]): ServerFigures['ingest'] {
  const values = (key: keyof ServerFigures['ingest']) => servers.flatMap(({ ingest }) => ingest[key] ?? []);
  const sum = (key: keyof ServerFigures['ingest']) => values(key).reduce((total, value) => total + value, 0);
  const rate = (key: keyof ServerFigures['ingest']) => (values(key).length === 0 ? null : sum(key));
  return {
    batchesPs: rate('batchesPs'),
    rowsPs: rate('rowsPs'),
    eventsPs: rate('eventsPs'),
    refusedPs: rate('refusedPs'),
    droppedPs: rate('droppedPs'),
    queuedBatchCnt: sum('queuedBatchCnt'),
    waitingRowCnt: sum('waitingRowCnt'),
  };
}

/** Each server has its own queue for an engine, and may be cut off from it alone. */
export function sumEngines(servers: readonly ServerFigures[]): ServerFigures['engineList'] {
  const byName = Map.groupBy(
    servers.flatMap(({ engineList }) => engineList),
    ({ name }) => name,
  );
  return [...byName].map(([name, views]) => ({
    name,
    isAnswering: views.every(({ isAnswering }) => isAnswering),
    waitingBytes: views.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0),
    lostCnt: views.reduce((sum, { lostCnt }) => sum + lostCnt, 0),
  }));
}
