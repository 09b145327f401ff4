import { readLogState } from '@gwanje/backend/audit-log/log-state';
import type { getInstallationHealth, ServerFigures } from '@gwanje/contract/settings/installation';
import type { z } from 'zod';
import type { LiveState } from '../../live/live-state.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import type { Replicas } from '../../platform/replica-status.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { VERSION } from '../../platform/version.ts';
import * as repository from './installation-repository.ts';
import { type FigureSources, serverFigures, sumEngines, sumIngest } from './server-figures.ts';

type Health = z.input<(typeof getInstallationHealth)['response']>;

const STALE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

interface Needs extends FigureSources {
  readonly live: LiveState;
  readonly replicas: Replicas;
}

export const installationRoutes = {
  async getInstallationHealth(call) {
    const { db, now, settings, replicas } = call;
    const replicaList = await replicas.status();
    const own = replicaList.find(({ isSelf }) => isSelf)?.figures ?? (await serverFigures(call));
    const servers = replicaList.length === 0 ? [own] : replicaList.flatMap(({ figures }) => figures ?? []);
    const { lastBackup, lastRestore } = await repository.readNotes(db);
    const restoredAt = lastRestore && (await repository.noteTime(db, 'lastRestore'));
    const database = await repository.databaseFigures(db);
    const audit = await readLogState(db, settings.auditReceivers, settings.auditExportDir);
    return {
      at: now.toISOString(),
      process: processHealth(own, now),
      replicaList: replicaList.map(withIsoTimes),
      ingest: sumIngest(servers),
      database: { kind: settings.databaseUrl === undefined ? 'embedded' : 'server', ...database },
      samples: await sampleHealth(call, servers),
      agents: {
        ...(await repository.countClusters(db, new Date(now.getTime() - STALE_MS))),
        versionList: await repository.agentVersions(db, VERSION),
      },
      alarms: {
        isHealthy: servers.every(({ isEvaluating }) => isEvaluating),
        openCnt: await repository.countOpenAlarms(db),
        failingList: await failingClusters(call),
      },
      deliveries: await repository.countDeliveries(db, new Date(now.getTime() - DAY_MS)),
      audit: {
        problem: audit.problem,
        exportFailure: audit.exportFailure,
        receiverList: audit.receiverList,
      },
      retention: {
        historyDays: settings.historyDays,
        auditDays: audit.keepDays,
        alarmDays: settings.alarmDays,
      },
      lastBackup: lastBackup ?? null,
      lastRestore:
        lastRestore && restoredAt ? { at: restoredAt.toISOString(), backupAt: lastRestore.backupAt } : null,
    };
  },
} satisfies Routes<Needs>;

/** The owner of a cluster reports it to all servers. */
async function failingClusters({
  db,
  live,
  now,
  replicas,
}: Pick<Call, 'db' | 'now'> & Needs): Promise<Health['alarms']['failingList']> {
  const failing = new Map<number, { since: string; reason: string | null }>();
  for (const hostId of live.hostIds()) {
    const since = live.clusterPulse(hostId, now.getTime())?.alarmsFailingSince;
    if (since) failing.set(hostId, { since, reason: null });
  }
  for (const [hostId, { reason, sinceMs }] of replicas.failingClusters())
    failing.set(hostId, { since: new Date(sinceMs).toISOString(), reason });
  if (failing.size === 0) return [];
  const rows = await repository.namesOfClusters(db, [...failing.keys()]);
  return rows.flatMap(({ hostId, name }) => {
    const found = failing.get(hostId);
    return found ? [{ hostId, name, ...found }] : [];
  });
}

function processHealth({ rssBytes, diskFreeBytes, diskBytes }: ServerFigures, now: Date): Health['process'] {
  return {
    version: VERSION,
    nodeVersion: process.version,
    startedAt: new Date(now.getTime() - Math.round(process.uptime() * 1000)).toISOString(),
    rssBytes,
    heapBytes: process.memoryUsage().heapUsed,
    diskFreeBytes,
    diskBytes,
  };
}

async function sampleHealth(
  { metricStore, settings }: Needs,
  servers: readonly ServerFigures[],
): Promise<Health['samples']> {
  const { tiers, damagedFiles, lostCnt } = await metricStore.stats();
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
    engineList: sumEngines(servers),
  };
}
