import { z } from 'zod';
import { choice, id, idOrNull, number, objectList, rowOf, text, textOrNull, time } from './columns.ts';
import { ContainerRow } from './containers.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { HostId, HostIdText, NodeId, PodId, PodIdText, PvcId } from './ids.ts';
import { Condition, Labels, lifeColumns, nameEntry, StateChange, watchUpdates } from './objects.ts';
import { monResults, podPhases } from './states.ts';

export const podColumns = {
  podId: id(PodId),
  hostId: id(HostId),
  clusterName: text(),
  name: text(),
  namespace: text(),
  nodeId: idOrNull(NodeId),
  nodeName: textOrNull(),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  monResult: choice(monResults),
  phase: choice(podPhases),
  /** What a person calls it: Running, CrashLoopBackOff, Completed, Terminating … as `kubectl get pods` says. */
  status: text(),
  readyCnt: number(),
  containerCnt: number(),
  restartCnt: number(),
  cpuUsedCores: number(),
  cpuRequestCores: number(),
  cpuLimitCores: number(),
  cpuUsedLimitPct: number(),
  cpuUsedRequestPct: number(),
  memUsedBytes: number(),
  memRequestBytes: number(),
  memLimitBytes: number(),
  memUsedLimitPct: number(),
  memUsedRequestPct: number(),
  ephemeralUsedBytes: number(),
  netRxBps: number(),
  netTxBps: number(),
  procCnt: number(),
  qosClass: textOrNull(),
  podIp: textOrNull(),
  alarmCnt: number(),
  startedAt: time(),
  ...lifeColumns,
} as const;

export const PodRow = rowOf(podColumns);
export type PodRow = z.infer<typeof PodRow>;

export const getPod = endpoint({
  method: 'GET',
  path: '/pod/info/:podId',
  summary: 'One pod, also one that is gone',
  access: 'all',
  wallboards: true,
  params: z.strictObject({ podId: PodIdText }),
  response: PodRow.extend({
    serverTime: Timestamp,
    uid: z.string(),
    reason: z.string().nullable(),
    message: z.string().nullable(),
    isHostNetwork: z.boolean(),
    labels: Labels,
    conditions: z.array(Condition),
    containerList: z.array(ContainerRow),
    claimList: z.array(z.object({ name: z.string(), pvcId: PvcId.nullable() })),
    changeList: z.array(StateChange),
  }),
});

export const listPodNames = endpoint({
  method: 'GET',
  path: '/pod/name-list/:hostId',
  summary: 'Names of the pods of a cluster',
  access: 'all',
  params: z.strictObject({ hostId: HostIdText }),
  response: z.object({
    podNameList: z.array(nameEntry({ podId: PodId, namespace: z.string(), nodeId: NodeId.nullable() })),
  }),
});

export const listPods = objectList({ path: '/pods', summary: 'Pods', columns: podColumns, wallboards: true });

export const updatePods = endpoint({
  method: 'PUT',
  path: '/pod/update',
  summary: 'Change pods',
  access: 'groupAdmin',
  body: watchUpdates({ podId: PodId }),
  response: z.object({}),
});
