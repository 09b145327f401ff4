import { id, idOrNull, rowOf } from '@gwanje/contract/definition/columns';
import { ContainerId, NodeId, PodId } from '@gwanje/contract/definition/fields';
import {
  containerStates,
  containerTypes,
  type ContainerState as Shown,
} from '@gwanje/contract/objects/object-states';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  choice,
  flag,
  metric,
  msOrNull,
  number,
  numberOrNull,
  type StateOf,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { msOfTime } from '../definition/record-fields.ts';
import type { ContainerRecord } from './record.ts';

export const containerFields = {
  name: text(),
  type: choice(containerTypes),
  image: tracked(text()),
  state: tracked(choice(containerStates)),
  /** Why it waits or ended: CrashLoopBackOff, OOMKilled, Completed … */
  stateReason: tracked(textOrNull()),
  exitCode: tracked(numberOrNull()),
  isReady: tracked(flag()),
  restartCnt: tracked(number()),
  cpuRequestCores: tracked(number()),
  cpuLimitCores: tracked(number()),
  memRequestBytes: tracked(number()),
  memLimitBytes: tracked(number()),
  startedAtMs: msOrNull(),
} as const;

export type ContainerState = StateOf<typeof containerFields>;

export function containerState(record: ContainerRecord): ContainerState {
  return {
    name: record.name,
    type: record.type,
    image: record.image,
    state: shownState(record.state),
    stateReason: record.state?.reason ?? null,
    exitCode: exitCode(record),
    isReady: record.isReady,
    restartCnt: record.restartCnt,
    cpuRequestCores: record.requests.cpuCores,
    cpuLimitCores: record.limits.cpuCores,
    memRequestBytes: record.requests.memBytes,
    memLimitBytes: record.limits.memBytes,
    startedAtMs: msOfTime(record.state?.startedAt),
  };
}

/** Also used for the previous state of a container. */
export function shownState(state: ContainerRecord['state']): Shown {
  // Without a state from the kubelet, the container has not started.
  if (state === null || state.kind === 'waiting') return 'waiting';
  if (state.kind === 'running') return 'running';
  return state.exitCode === null || state.exitCode === 0 ? 'terminated' : 'terminatedWithError';
}

/** A container that waits for a restart shows its last exit code. */
function exitCode({ state, lastState }: ContainerRecord): number | null {
  if (state === null || state.kind === 'running') return null;
  return state.exitCode ?? lastState?.exitCode ?? null;
}

export const containerMetrics = {
  cpuUsedCores: metric('cores'),
  cpuThrottledRatio: metric('ratio', 'cadvisor'),
  memUsedBytes: metric('bytes'),
  memRssBytes: metric('bytes'),
  memCacheBytes: metric('bytes', 'cadvisor'),
  rootfsUsedBytes: metric('bytes'),
  logsUsedBytes: metric('bytes'),
  blockInBps: metric('bytesPerSecond', 'cadvisor'),
  blockOutBps: metric('bytesPerSecond', 'cadvisor'),
  blockInOps: metric('perSecond', 'cadvisor'),
  blockOutOps: metric('perSecond', 'cadvisor'),
} as const;

const share = column.shareOf(containerMetrics, containerFields);

export const containerColumns = {
  containerId: column.ownId(ContainerId),
  podId: column.listColumn(id(PodId), { from: 'parent', column: 'podId' }),
  ...column.clusterColumns,
  ...column.stateColumns(containerFields, ['startedAtMs']),
  podName: column.listColumn(text().listed, { from: 'parent', column: 'name' }),
  namespace: column.listColumn(text().listed, { from: 'parent', column: 'namespace' }),
  nodeId: column.listColumn(idOrNull(NodeId), { from: 'parent', column: 'nodeId' }),
  nodeName: column.listColumn(textOrNull().listed, { from: 'parent', column: 'nodeName' }),
  ...column.metricColumns(containerMetrics),
  cpuUsedLimitPct: share('cpuUsedCores', 'cpuLimitCores'),
  memUsedLimitPct: share('memUsedBytes', 'memLimitBytes'),
  startedAt: column.stateColumn(containerFields, 'startedAtMs'),
  ...column.lifeColumns,
} as const;

export const ContainerRow = rowOf(containerColumns);
export type ContainerRow = z.infer<typeof ContainerRow>;

/** It has no source. Its record and state are part of its pod's. */
export const container = defineKind({
  key: 'container',
  plural: 'containers',
  idName: 'containerId',
  labels: { ko: '컨테이너', en: 'Container' },
  icon: 'mdi-docker',
  tabs: ['summary', 'cpu', 'mem', 'blockIO'],
  fields: containerFields,
  columns: containerColumns,
  metrics: containerMetrics,
  samples: { keys: ['podUid', 'name'], awaited: { field: 'state', value: 'running' } },
  reads: ['node'],
  changesWith: ['pod'],
});
