import {
  autoscalerRecord,
  disruptionBudgetRecord,
  ingressRecord,
  quotaRecord,
  serviceRecord,
} from '@gwanje/kinds/testing/records';
import type { VolumeRecord } from '@gwanje/kinds/volume/record';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import {
  chunk,
  claimRecord,
  deletes,
  eventRecord,
  iso,
  nodeRecord,
  podRecord,
  rows,
  Sender,
  upserts,
  workloadRecord,
} from '../pipeline/testing/batches.ts';
import type { RunningApp } from './test-app.ts';

type App = Pick<RunningApp, 'db' | 'clock' | 'services'>;

/** Objects of a cluster, as its agent reported them. */
export type Collected = Awaited<ReturnType<typeof collectInto>>;

export const MINUTE_MS = 60_000;
/** How long ago the agent sent its first batch, and when the pod was deleted. */
export const FIRST_MS = 20 * MINUTE_MS;
export const GONE_MS = 5 * MINUTE_MS;

export function volumeRecord(name: string, atMs: number, claimName: string): VolumeRecord {
  return {
    kind: 'volume',
    uid: `uid-${name}`,
    name,
    createdAt: iso(atMs),
    phase: 'Bound',
    reason: null,
    message: null,
    capacityBytes: 1e9,
    storageClass: 'fast',
    accessModes: ['ReadWriteOnce'],
    reclaimPolicy: 'Delete',
    volumeMode: 'Filesystem',
    driver: 'disk.csi.example',
    claim: { namespace: 'default', name: claimName, uid: null },
  };
}

/** One object of each kind about a workload, its network and its namespace. */
function policyRecords(atMs: number) {
  const named = (uid: string) => ({ uid: `uid-${uid}`, createdAt: iso(atMs) });
  return [
    serviceRecord(named('service')),
    ingressRecord(named('ingress')),
    autoscalerRecord(named('autoscaler')),
    disruptionBudgetRecord(named('budget')),
    quotaRecord(named('quota')),
  ];
}

/** Sends the server's pipeline the batches that an agent would have sent in the last twenty minutes. */
export async function collectInto({ db, clock, services }: App, hostId: number) {
  const { pipeline } = services;
  const nowMs = clock.now().getTime();
  const startMs = nowMs - FIRST_MS;
  await pipeline.clusterChanged(hostId);
  const sender = new Sender(hostId);
  const samples = (tsMs: number, cpu: number, pods: readonly string[]) => [
    rows('node', tsMs, ['node-1'], { cpuUsedCores: [cpu * 2], memUsedBytes: [8e9] }),
    rows('pod', tsMs, pods, { cpuUsedCores: pods.map(() => cpu), memUsedBytes: pods.map(() => 2e8) }),
    rows(
      'container',
      tsMs,
      pods.map((uid) => `${uid}/main`),
      { cpuUsedCores: pods.map(() => cpu / 2) },
    ),
    rows('claim', tsMs, ['default/data'], { usedBytes: [4e8], capacityBytes: [8e8] }),
  ];
  const about = { kubernetesVersion: 'v1.34.1', platform: 'aks' } as const;
  const cluster = { ...about, isApiReachable: true, apiLatencyMs: 12 };
  const object = { kind: 'Pod', namespace: 'default', name: 'gone', uid: 'uid-gone', container: null };
  const namespace = { kind: 'namespace', uid: 'uid-default', name: 'default', phase: 'Active' } as const;
  const pods = [podRecord('web', startMs, { claims: ['data', 'never-made'] }), podRecord('gone', startMs)];
  await pipeline.accept(
    sender.next(
      startMs,
      {
        cluster,
        inventory: [
          chunk('node', 'first', 0, true, nodeRecord('node-1', startMs)),
          chunk('pod', 'first', 0, true, ...pods),
          upserts(
            { ...namespace, createdAt: iso(startMs), labels: {}, limits: [] },
            workloadRecord('shop', startMs, { readyCnt: 1, availableCnt: 1 }),
            { ...claimRecord('data', startMs), volumeName: 'pv-data' },
            volumeRecord('pv-data', startMs, 'data'),
            ...policyRecords(startMs),
          ),
        ],
        events: [eventRecord('event-gone', startMs, { object })],
        samples: samples(startMs, 0.25, ['uid-web', 'uid-gone']),
      },
      nowMs,
    ),
  );
  await pipeline.accept(
    sender.next(
      nowMs,
      {
        cluster,
        inventory: [deletes('pod', 'uid-gone', nowMs - GONE_MS)],
        samples: [
          ...samples(nowMs - GONE_MS - MINUTE_MS, 0.5, ['uid-web', 'uid-gone']),
          ...samples(nowMs - MINUTE_MS / 2, 0.75, ['uid-web']),
        ],
      },
      nowMs,
    ),
  );
  const objects = await rowsOf(db, 'object', { hostId }, ['objectId', 'kind', 'uid']);
  const ids = new Map(objects.map(({ objectId, kind, uid }) => [`${kind} ${uid}`, objectId]));
  const idOf = (kind: string, uid: string) => {
    const id = ids.get(`${kind} ${uid}`);
    if (id === undefined) throw new Error(`no ${kind} ${uid}`);
    return id;
  };
  const nodeId = idOf('node', 'uid-node-1');
  const records = await rowsOf(db, 'nodeHistory', { nodeId }, ['nodeHistoryId'], ['fromAt']);
  return {
    sender,
    nodeId,
    podId: idOf('pod', 'uid-web'),
    containerId: idOf('container', 'uid-web/main'),
    volumeId: idOf('volume', 'uid-pv-data'),
    pvcId: idOf('claim', 'uid-data'),
    namespaceId: idOf('namespace', 'uid-default'),
    workloadId: idOf('deployment', 'uid-shop'),
    serviceId: idOf('service', 'uid-service'),
    ingressId: idOf('ingress', 'uid-ingress'),
    autoscalerId: idOf('autoscaler', 'uid-autoscaler'),
    disruptionBudgetId: idOf('disruptionBudget', 'uid-budget'),
    quotaId: idOf('quota', 'uid-quota'),
    // A pod that was on the node until five minutes ago, and its container.
    gonePodId: idOf('pod', 'uid-gone'),
    goneContainerId: idOf('container', 'uid-gone/main'),
    nodeHistoryId: records.at(-1)?.nodeHistoryId ?? 0,
  };
}
