import { rowOf } from '@gwanje/contract/definition/columns';
import { NodeId, PodId } from '@gwanje/contract/definition/fields';
import { podPhases } from '@gwanje/contract/objects/object-states';
import { z } from 'zod';
import { type ContainerState, containerFields, containerState } from '../container/index.ts';
import * as column from '../definition/columns.ts';
import {
  choice,
  flag,
  metric,
  msOrNull,
  number,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { msOfTime } from '../definition/record-fields.ts';
import { kubectlColumns } from './kubectl-columns.ts';
import { PodRecord } from './record.ts';
import { podLimit, podLimitSum, podRequest } from './resources.ts';

export const podFields = {
  name: text(),
  namespace: text(),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  phase: tracked(choice(podPhases)),
  /** As in `kubectl get pods`: Running, CrashLoopBackOff, Completed, Terminating … The counts too. */
  status: tracked(text()),
  nodeName: tracked(textOrNull()),
  podIp: tracked(textOrNull()),
  readyCnt: tracked(number()),
  containerCnt: number(),
  restartCnt: tracked(number()),
  lastRestartAtMs: msOrNull(),
  cpuRequestCores: tracked(number()),
  cpuLimitCores: tracked(number()),
  memRequestBytes: tracked(number()),
  memLimitBytes: tracked(number()),
  /** The sum of the limits that are set. The limit above is -1 when a container has none. Not tracked: the limits of containers are. */
  cpuLimitSumCores: number(),
  memLimitSumBytes: number(),
  qosClass: tracked(textOrNull()),
  isHostNetwork: flag(),
  startedAtMs: msOrNull(),
  /** When its deletion should be finished: the request and its grace period. Its state is then no failure. */
  deletingAtMs: msOrNull(),
  /** When a container was last OOM-killed. The next start of the container would hide it. */
  oomKilledAtMs: msOrNull(),
} as const;

/** Includes the states of its containers. */
export type PodState = StateOf<typeof podFields> & { containers: ContainerState[] };

export function podState(record: PodRecord): PodState {
  const { containers } = record;
  return {
    name: record.name,
    namespace: record.namespace,
    nodeName: record.nodeName,
    ownerKind: record.owner?.kind ?? null,
    ownerName: record.owner?.name ?? null,
    phase: record.phase,
    ...kubectlColumns(record),
    cpuRequestCores: podRequest(record, 'cpuCores'),
    cpuLimitCores: podLimit(record, 'cpuCores'),
    memRequestBytes: podRequest(record, 'memBytes'),
    memLimitBytes: podLimit(record, 'memBytes'),
    cpuLimitSumCores: podLimitSum(record, 'cpuCores'),
    memLimitSumBytes: podLimitSum(record, 'memBytes'),
    qosClass: record.qosClass,
    podIp: record.podIp,
    isHostNetwork: record.isHostNetwork ?? false,
    startedAtMs: msOfTime(record.startedAt),
    deletingAtMs: deletingAtMs(record),
    oomKilledAtMs: oomKilledAtMs(containers),
    containers: containers.map(containerState),
  };
}

/** PodGC marks the pods of a deleted node as failed, with this condition, just before it deletes them. */
function deletingAtMs({ deletingAt, conditions }: PodRecord): number | null {
  const collected = conditions.find(
    ({ type, status, reason }) =>
      type === 'DisruptionTarget' && status === 'True' && reason === 'DeletionByPodGC',
  );
  return msOfTime(deletingAt) ?? (collected ? (msOfTime(collected.changedAt) ?? 0) : null);
}

function oomKilledAtMs(containers: PodRecord['containers']): number | null {
  let lastMs: number | null = null;
  for (const { state, lastState } of containers) {
    for (const ended of [state, lastState]) {
      if (ended?.reason !== 'OOMKilled') continue;
      const atMs = msOfTime(ended.finishedAt);
      if (atMs !== null && atMs > (lastMs ?? Number.NEGATIVE_INFINITY)) lastMs = atMs;
    }
  }
  return lastMs;
}

export const podMetrics = {
  cpuUsedCores: metric('cores'),
  memUsedBytes: metric('bytes'),
  memRssBytes: metric('bytes'),
  ephemeralUsedBytes: metric('bytes'),
  netRxBps: metric('bytesPerSecond'),
  netTxBps: metric('bytesPerSecond'),
  netRxErrPs: metric('perSecond'),
  netTxErrPs: metric('perSecond'),
  procCnt: metric('count'),
} as const;

const share = column.shareOf(podMetrics, podFields);

export const podColumns = {
  podId: column.ownId(PodId),
  ...column.clusterColumns,
  ...column.stateColumns(podFields, [
    'isHostNetwork',
    'lastRestartAtMs',
    'startedAtMs',
    'deletingAtMs',
    'oomKilledAtMs',
  ]),
  nodeId: column.computedId(NodeId),
  ...column.watchColumns,
  ...column.metricColumns(podMetrics, [
    'cpuUsedCores',
    'memUsedBytes',
    'ephemeralUsedBytes',
    'netRxBps',
    'netTxBps',
    'procCnt',
  ]),
  cpuUsedLimitPct: share('cpuUsedCores', 'cpuLimitCores'),
  cpuUsedRequestPct: share('cpuUsedCores', 'cpuRequestCores'),
  memUsedLimitPct: share('memUsedBytes', 'memLimitBytes'),
  memUsedRequestPct: share('memUsedBytes', 'memRequestBytes'),
  lastRestartAt: column.stateColumn(podFields, 'lastRestartAtMs'),
  startedAt: column.stateColumn(podFields, 'startedAtMs'),
  ...column.lifeColumns,
} as const;

export const PodRow = rowOf(podColumns);
export type PodRow = z.infer<typeof PodRow>;

export const pod = defineKind({
  key: 'pod',
  plural: 'pods',
  idName: 'podId',
  labels: { ko: '파드', en: 'Pod' },
  icon: 'mdi-cube-outline',
  tabs: ['summary', 'cpu', 'mem', 'disk', 'network'],
  kubectl: 'pod',
  sources: [{ record: 'pod', group: '', version: 'v1', resource: 'pods', kubernetesKind: 'Pod' }],
  record: PodRecord,
  fields: podFields,
  stateSchema: stateSchema(podFields).extend({ containers: z.array(stateSchema(containerFields)) }),
  state: podState,
  detail: (record: PodRecord) => ({
    reason: record.reason,
    message: record.message,
    isHostNetwork: record.isHostNetwork ?? false,
    labels: record.labels,
    conditions: record.conditions,
  }),
  columns: podColumns,
  metrics: podMetrics,
  samples: { keys: ['uid'], awaited: { field: 'phase', value: 'Running' } },
  reads: ['node'],
  changesWith: ['container'],
  canBeExcluded: true,
});
