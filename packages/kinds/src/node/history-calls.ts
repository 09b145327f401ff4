import {
  choice,
  flag,
  id,
  number,
  pagedList,
  rowOf,
  text,
  time,
  timedPageOf,
} from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { HostId, NodeHistoryId, NodeId, Timestamp } from '@gwanje/contract/definition/fields';
import { Condition } from '@gwanje/contract/objects/object-calls';
import { nodeConditions } from '@gwanje/contract/objects/object-states';
import { z } from 'zod';
import { podColumns } from '../pod/index.ts';

/** A node during an hour, or less when its state changed. The open record has no end yet. */
export const nodeHistoryColumns = {
  nodeHistoryId: id(NodeHistoryId),
  fromAt: time(),
  toAt: time(),
  isRunning: flag(),
  condition: choice(nodeConditions),
  isSchedulable: flag(),
  kubeletVersion: text(),
  /** Number of state changes within the record, when they were too many for separate records. */
  flapCnt: number(),
} as const;

const Measured = {
  podCnt: z.int(),
  alarmCnt: z.int(),
  cpuAvgCores: z.number().nullable(),
  cpuMaxCores: z.number().nullable(),
  memAvgBytes: z.number().nullable(),
  memMaxBytes: z.number().nullable(),
  fsAvgBytes: z.number().nullable(),
  fsMaxBytes: z.number().nullable(),
  netRxAvgBps: z.number().nullable(),
  netRxMaxBps: z.number().nullable(),
  netTxAvgBps: z.number().nullable(),
  netTxMaxBps: z.number().nullable(),
};

export const NodeHistoryRow = rowOf(nodeHistoryColumns).extend(Measured);

/** Newest first by default. */
export const listNodeHistory = endpoint({
  route: 'POST /node/history/:nodeId/:pageNo/:pageCnt',
  summary: 'The history records of a node',
  access: 'all',
  ...pagedList(nodeHistoryColumns),
  response: timedPageOf(NodeHistoryRow),
});

export const getNodeHistory = endpoint({
  route: 'GET /node/history/info/:nodeHistoryId',
  summary: 'One history record of a node, with its neighbours in time',
  access: 'all',
  response: NodeHistoryRow.extend({
    serverTime: Timestamp,
    hostId: HostId,
    clusterName: z.string(),
    nodeId: NodeId,
    nodeName: z.string(),
    conditions: z.array(Condition),
    cpuAllocatableCores: z.number().nullable(),
    memAllocatableBytes: z.number().nullable(),
    previousId: NodeHistoryId.nullable(),
    nextId: NodeHistoryId.nullable(),
  }),
});

export const podHistoryColumns = {
  podId: podColumns.podId,
  name: podColumns.name,
  namespace: podColumns.namespace,
  ownerKind: podColumns.ownerKind,
  ownerName: podColumns.ownerName,
  phase: podColumns.phase,
  status: podColumns.status,
  restartCnt: podColumns.restartCnt,
  placedAt: time(),
  deletedAt: time(),
  cpuAvgCores: number(),
  cpuMaxCores: number(),
  memAvgBytes: number(),
  memMaxBytes: number(),
  diskAvgBytes: number(),
  diskMaxBytes: number(),
  netRxAvgBps: number(),
  netRxMaxBps: number(),
  netTxAvgBps: number(),
  netTxMaxBps: number(),
} as const;

/** The pods that were on the node during the record, including deleted ones, with their state at its end. */
export const listNodeHistoryPods = endpoint({
  route: 'POST /node/history/pods/:nodeHistoryId/:pageNo/:pageCnt',
  summary: 'The pods of a history record',
  access: 'all',
  ...pagedList(podHistoryColumns),
});
