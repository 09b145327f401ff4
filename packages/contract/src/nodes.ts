import { z } from 'zod';
import { choice, flag, id, number, objectList, rowOf, text, textOrNull } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { HostId, HostIdText, NodeId, NodeIdText } from './ids.ts';
import { Condition, Labels, lifeColumns, nameEntry, StateChange, watchUpdates } from './objects.ts';
import { monResults, nodeConditions } from './states.ts';

export const nodeColumns = {
  nodeId: id(NodeId),
  hostId: id(HostId),
  clusterName: text(),
  name: text(),
  monResult: choice(monResults),
  /** The worst of its pods: a mark of its own, so that one bad pod does not paint a node red. */
  childMonResult: choice(monResults),
  condition: choice(nodeConditions),
  isSchedulable: flag(),
  roles: text(),
  kubeletVersion: text(),
  internalIp: textOrNull(),
  pool: textOrNull(),
  zone: textOrNull(),
  instanceType: textOrNull(),
  podCnt: number(),
  podCapacity: number(),
  cpuUsedCores: number(),
  cpuRequestCores: number(),
  cpuLimitCores: number(),
  cpuAllocatableCores: number(),
  cpuUsedPct: number(),
  memUsedBytes: number(),
  memRequestBytes: number(),
  memLimitBytes: number(),
  memAllocatableBytes: number(),
  memUsedPct: number(),
  fsUsedBytes: number(),
  fsCapacityBytes: number(),
  fsUsedPct: number(),
  fsInodesUsedPct: number(),
  netRxBps: number(),
  netTxBps: number(),
  procCnt: number(),
  alarmCnt: number(),
  ...lifeColumns,
} as const;

export const NodeRow = rowOf(nodeColumns);
export type NodeRow = z.infer<typeof NodeRow>;

export const getNode = endpoint({
  method: 'GET',
  path: '/node/info/:nodeId',
  summary: 'One node, also one that is gone',
  access: 'all',
  wallboards: true,
  params: z.strictObject({ nodeId: NodeIdText }),
  response: NodeRow.extend({
    serverTime: Timestamp,
    uid: z.string(),
    providerId: z.string().nullable(),
    osImage: z.string(),
    kernelVersion: z.string(),
    containerRuntime: z.string(),
    architecture: z.string(),
    labels: Labels,
    taints: z.array(z.object({ key: z.string(), value: z.string().nullable(), effect: z.string() })),
    conditions: z.array(Condition),
    podsByPhase: z.record(z.string(), z.int()),
    changeList: z.array(StateChange),
    /** The node that came after it, or was before it, under the same name. */
    sameNameNodeIdList: z.array(NodeId),
  }),
});

export const listNodeNames = endpoint({
  method: 'GET',
  path: '/node/name-list/:hostId',
  summary: 'Names of the nodes of a cluster',
  access: 'all',
  params: z.strictObject({ hostId: HostIdText }),
  response: z.object({ nodeNameList: z.array(nameEntry({ nodeId: NodeId })) }),
});

export const listNodes = objectList({
  path: '/nodes',
  summary: 'Nodes',
  columns: nodeColumns,
  wallboards: true,
});

export const updateNodes = endpoint({
  method: 'PUT',
  path: '/node/update',
  summary: 'Change nodes',
  access: 'groupAdmin',
  body: watchUpdates({ nodeId: NodeId }),
  response: z.object({}),
});
