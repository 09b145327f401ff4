import { statfs } from 'node:fs/promises';
import type { getInstallationHealth } from '@gwanje/contract/settings/installation';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { z } from 'zod';
import type { AlarmService } from '../../alarms/engine/alarm-service.ts';
import type { ServerSettings } from '../../config.ts';
import type { IngestPipeline } from '../../pipeline/ingest.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import type { Replicas } from '../../platform/replica-status.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { VERSION } from '../../platform/version.ts';
import type { IngestRates } from './ingest-rates.ts';
import * as repository from './installation-repository.ts';

type Health = z.input<(typeof getInstallationHealth)['response']>;

const STALE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

interface Needs {
  readonly metricStore: MetricStore;
  readonly pipeline: IngestPipeline;
  readonly alarms: AlarmService;
  readonly rates: IngestRates;
  readonly replicas: Replicas;
  readonly settings: ServerSettings;
}

export const installationRoutes = {
  async getInstallationHealth(call) {
    const { db, now, settings, alarms, rates, replicas, pipeline } = call;
    const { queuedBatches, waitingRows } = pipeline.stats;
    const { lastBackup, lastRestore } = await repository.readNotes(db);
    const restoredAt = lastRestore && (await repository.noteTime(db, 'lastRestore'));
    const database = await repository.databaseFigures(db);
    return {
      at: now.toISOString(),
      process: await processHealth(settings.dataDir, now),
      replicaList: (await replicas.status()).map(withIsoTimes),
      ingest: {
        batchesPs: rates.perSecond('batches'),
        rowsPs: rates.perSecond('rows'),
        eventsPs: rates.perSecond('events'),
        refusedPs: rates.perSecond('refused'),
        droppedPs: rates.perSecond('dropped'),
        queuedBatchCnt: queuedBatches,
        waitingRowCnt: waitingRows,
      },
      database: { kind: settings.databaseUrl === undefined ? 'embedded' : 'server', ...database },
      samples: await sampleHealth(call),
      agents: {
        ...(await repository.countClusters(db, new Date(now.getTime() - STALE_MS))),
        versionList: await repository.agentVersions(db, VERSION),
      },
      alarms: {
        isHealthy: alarms.isHealthy(),
        openCnt: alarms.engine.openCnt,
        failingList: await failingClusters(call),
      },
      deliveries: await repository.countDeliveries(db, new Date(now.getTime() - DAY_MS)),
      retention: {
        historyDays: settings.historyDays,
        auditDays: settings.auditRetentionDays,
        alarmDays: settings.alarmDays,
      },
      lastBackup: lastBackup ?? null,
      lastRestore:
        lastRestore && restoredAt ? { at: restoredAt.toISOString(), backupAt: lastRestore.backupAt } : null,
    };
  },
} satisfies Routes<Needs>;

async function failingClusters({
  db,
  alarms,
  replicas,
}: Pick<Call, 'db'> & Needs): Promise<Health['alarms']['failingList']> {
  const failing = new Map<number, { since: Date; reason: string | null }>();
  for (const [hostId, since] of alarms.failingClusters()) failing.set(hostId, { since, reason: null });
  for (const [hostId, { reason, sinceMs }] of replicas.failingClusters())
    failing.set(hostId, { since: new Date(sinceMs), reason });
  if (failing.size === 0) return [];
  const rows = await repository.namesOfClusters(db, [...failing.keys()]);
  return rows.flatMap(({ hostId, name }) => {
    const found = failing.get(hostId);
    return found ? [{ hostId, name, since: found.since.toISOString(), reason: found.reason }] : [];
  });
}

async function processHealth(dataDir: string, now: Date): Promise<Health['process']> {
  const { rss, heapUsed } = process.memoryUsage();
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return {
    version: VERSION,
    nodeVersion: process.version,
    startedAt: new Date(now.getTime() - Math.round(process.uptime() * 1000)).toISOString(),
    rssBytes: rss,
    heapBytes: heapUsed,
    diskFreeBytes: bavail * bsize,
    diskBytes: blocks * bsize,
  };
}

async function sampleHealth({ metricStore, settings }: Needs): Promise<Health['samples']> {
  const { tiers, damagedFiles, lostCnt, engines = [] } = await metricStore.stats();
  return {
    kind: settings.metricsUrls.length === 0 ? 'embedded' : 'outside',
    bytes: tiers.reduce((sum, { bytes }) => sum + bytes, 0),
    tierList: tiers.map(({ tier, rows, bytes, oldestMs }) => ({
      tier,
      rowCnt: rows,
      bytes,
      oldestAt: oldestMs === null ? null : new Date(oldestMs).toISOString(),
      keepMs: settings.sampleTiers.find(({ name }) => name === tier)?.keepMs ?? null,
    })),
    damagedFileList: [...damagedFiles],
    lostCnt,
    engineList: [...engines],
  };
}
