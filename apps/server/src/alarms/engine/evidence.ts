import type { Db } from '@gwanje/backend/database/schema';
import { type AlarmSubject, alarmSubjects } from '@gwanje/contract/alarms/alarm-items';
import { NodeId } from '@gwanje/contract/definition/fields';
import type { MetricScope } from '@gwanje/kinds/registry';
import type { MetricName } from '@gwanje/kinds/state/states';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { LiveState } from '../../live/live-state.ts';
import { NotOwnerError, type Ownership } from '../../platform/ownership.ts';
import { addEvidence, listEventsOf, listWithIncompleteEvidence } from './repositories/evidence-repository.ts';

export interface EvidenceSources {
  readonly db: Db;
  readonly live: LiveState;
  readonly metrics: MetricStore;
  readonly ownership: Ownership;
  readonly now: () => Date;
  readonly findFirstCause?: ((alarmId: number) => Promise<string | null>) | undefined;
}

const BEFORE_MS = 15 * 60_000;
const POINTS = 60;
const EVENTS = 20;
const NEIGHBOURS = 20;
/** Events of the hour before an alarm are evidence, and alarms older than an hour get no more evidence. */
const EVIDENCE_WINDOW_MS = 3_600_000;
const MAX_ALARMS = 20;

const scopes: { readonly [Subject in AlarmSubject]?: readonly [MetricScope, ...MetricName[]] } = {
  cluster: ['cluster', 'cpuUsedCores', 'memUsedBytes', 'nodeReadyCnt', 'podPendingCnt'],
  node: ['node', 'cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'netRxBps', 'netTxBps'],
  pod: ['pod', 'cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'],
  claim: ['claim', 'usedBytes', 'inodesUsed'],
};

/**
 * Adds evidence to the alarms of the owned clusters: the series of the 15 minutes before it, the last events, and the pods on the
 * same node. Runs after the alarm was written, also for alarms that a crash left without evidence. Returns
 * how many alarms were completed.
 */
export async function collectEvidence(sources: EvidenceSources): Promise<number> {
  const { db, live, ownership, now, findFirstCause } = sources;
  const rows = await listWithIncompleteEvidence(
    db,
    [...live.hostIds()].filter((hostId) => ownership.owns(hostId)),
    new Date(now().getTime() - EVIDENCE_WINDOW_MS),
    MAX_ALARMS,
  );
  for (const row of rows) {
    const target = alarmSubjects.find((one) => one === row.target) ?? 'event';
    const more = {
      series: await seriesOf(sources, { ...row, target }),
      eventList: await listEventsOf(db, row, new Date(row.occurredAt.getTime() - EVIDENCE_WINDOW_MS), EVENTS),
      neighbourList: neighboursOf(sources, row),
    };
    const firstCause = (await findFirstCause?.(row.alarmId)) ?? null;
    const writing = db.transaction().execute(async (trx) => {
      await ownership.fence(trx, [row.hostId]);
      await addEvidence(trx, row.alarmId, more, firstCause);
    });
    await writing.catch((error: unknown) => {
      // The new owner of the cluster adds it.
      if (!(error instanceof NotOwnerError)) throw error;
    });
  }
  return rows.length;
}

interface Occurred {
  readonly hostId: number;
  readonly objectId: number | null;
  readonly nodeId: number | null;
  readonly occurredAt: Date;
}

async function seriesOf({ metrics }: EvidenceSources, alarm: Occurred & { readonly target: AlarmSubject }) {
  const [scope, ...names] = scopes[alarm.target] ?? [];
  const id = alarm.target === 'cluster' ? alarm.hostId : alarm.objectId;
  if (!scope || id === null) return null;
  const toMs = alarm.occurredAt.getTime() + 1;
  const query = { scope, ids: [id], metrics: names, fromMs: toMs - BEFORE_MS, toMs, maxPoints: POINTS };
  const { startMs, stepMs, series } = await metrics.series(query);
  return {
    startAt: new Date(startMs).toISOString(),
    stepMs,
    list: series.map(({ metric, avg }) => ({ metric, values: avg })),
  };
}

function neighboursOf({ live, now }: EvidenceSources, { hostId, nodeId }: Occurred) {
  if (nodeId === null) return [];
  const { list } = live.list('pod', {
    hostIds: new Set([hostId]),
    filter: { nodeId: NodeId.parse(nodeId) },
    orderBy: ['-memUsedBytes'],
    pageNo: 1,
    pageCnt: NEIGHBOURS,
    nowMs: now().getTime(),
  });
  return list.map(({ podId, name, namespace, status, cpuUsedCores, memUsedBytes }) => ({
    podId: Number(podId),
    name,
    namespace,
    status,
    cpuUsedCores,
    memUsedBytes,
  }));
}
