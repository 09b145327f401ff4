import { z } from 'zod';
import { choice, flag, id, idOrNull, number, objectList, rowOf, text, textOrNull, time } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { ContainerId, ContainerIdText, HostId, HostIdText, NodeId, PodId } from './ids.ts';
import { lifeColumns, nameEntry, StateChange } from './objects.ts';
import { containerStates, containerTypes } from './states.ts';

export const containerColumns = {
  containerId: id(ContainerId),
  podId: id(PodId),
  hostId: id(HostId),
  clusterName: text(),
  name: text(),
  podName: text(),
  namespace: text(),
  nodeId: idOrNull(NodeId),
  nodeName: textOrNull(),
  type: choice(containerTypes),
  image: text(),
  state: choice(containerStates),
  /** Why it waits or ended: CrashLoopBackOff, OOMKilled, Completed … */
  stateReason: textOrNull(),
  exitCode: number(),
  isReady: flag(),
  restartCnt: number(),
  cpuUsedCores: number(),
  cpuRequestCores: number(),
  cpuLimitCores: number(),
  cpuUsedLimitPct: number(),
  cpuThrottledRatio: number(),
  memUsedBytes: number(),
  memRequestBytes: number(),
  memLimitBytes: number(),
  memUsedLimitPct: number(),
  memRssBytes: number(),
  memCacheBytes: number(),
  rootfsUsedBytes: number(),
  logsUsedBytes: number(),
  blockInBps: number(),
  blockOutBps: number(),
  blockInOps: number(),
  blockOutOps: number(),
  startedAt: time(),
  ...lifeColumns,
} as const;

export const ContainerRow = rowOf(containerColumns);
export type ContainerRow = z.infer<typeof ContainerRow>;

export const getContainer = endpoint({
  method: 'GET',
  path: '/container/info/:containerId',
  summary: 'One container, also one that is gone',
  access: 'all',
  wallboards: true,
  params: z.strictObject({ containerId: ContainerIdText }),
  response: ContainerRow.extend({
    serverTime: Timestamp,
    runtimeId: z.string().nullable(),
    stateMessage: z.string().nullable(),
    lastState: z
      .object({
        state: z.enum(containerStates),
        reason: z.string().nullable(),
        message: z.string().nullable(),
        exitCode: z.int().nullable(),
        startedAt: Timestamp.nullable(),
        finishedAt: Timestamp.nullable(),
      })
      .nullable(),
    changeList: z.array(StateChange),
  }),
});

export const listContainerNames = endpoint({
  method: 'GET',
  path: '/container/name-list/:hostId',
  summary: 'Names of the containers of a cluster',
  access: 'all',
  params: z.strictObject({ hostId: HostIdText }),
  response: z.object({
    containerNameList: z.array(
      nameEntry({ containerId: ContainerId, podId: PodId, podName: z.string(), namespace: z.string() }),
    ),
  }),
});

export const listContainers = objectList({
  path: '/containers',
  summary: 'Containers',
  columns: containerColumns,
  wallboards: true,
});
