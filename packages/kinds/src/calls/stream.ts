import { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { HostId } from '@gwanje/contract/definition/fields';
import { z } from 'zod';
import { liveKinds } from '../registry.ts';

/** The fields of an alarm that a popup shows. */
export const AlarmBrief = AlarmRow.pick({
  alarmId: true,
  hostId: true,
  clusterName: true,
  level: true,
  type: true,
  confirmLevel: true,
  target: true,
  objectId: true,
  objectName: true,
  namespace: true,
  itemKey: true,
  itemName: true,
  value: true,
  threshold: true,
  occurCnt: true,
  occurredAt: true,
  lastOccurredAt: true,
  recoveredAt: true,
  parentAlarmId: true,
}).extend({
  /** Absent when the server is older than the page. */
  isSnoozed: z.boolean().default(false),
  isInMaintenance: z.boolean().default(false),
});
export type AlarmBrief = z.infer<typeof AlarmBrief>;

/** One message lists at most this many alarms, parents of folded alarms first, and gives the total count. */
export const MAX_SENT_ALARMS = 100;
const AlarmList = { list: z.array(AlarmBrief).max(MAX_SENT_ALARMS), totalCnt: z.int() };

/** The kinds of which a change is announced. */
export const changedKinds = [...liveKinds, 'event'] as const;

/**
 * Events about one cluster that the viewer may see. `id` increases. After a lost connection the client sends
 * its last id as `Last-Event-ID` and gets the later events, or `reset` when that id is too old.
 */
export const StreamEvent = z.discriminatedUnion('type', [
  /** Objects were added, deleted or changed their state. The client may read lists of these kinds again. */
  z.object({
    type: z.literal('inventoryChanged'),
    hostId: HostId,
    kinds: z.array(z.enum(changedKinds)),
  }),
  z.object({
    type: z.literal('clusterState'),
    ...ClusterState.pick({
      hostId: true,
      monResult: true,
      dataAt: true,
      isStale: true,
      isApiReachable: true,
      inventoryStoppedAt: true,
      alarmsFailingSince: true,
      missingStatistics: true,
    }).shape,
    /** False: only `dataAt` differs from the last event, because new samples arrived. */
    isStateChanged: z.boolean().default(true),
  }),
  /** Alarms were raised or occurred again. */
  z.object({ type: z.literal('alarm'), hostId: HostId, ...AlarmList }),
  /** Alarms were confirmed, recovered, closed, folded or got a worse level. */
  z.object({ type: z.literal('alarmChanged'), hostId: HostId, ...AlarmList }),
  /** The client missed events and has to read everything again. */
  z.object({ type: z.literal('reset') }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;

export const openStream = endpoint({
  route: 'GET /stream',
  summary: 'Server-sent events of the clusters in the selected groups; `Last-Event-ID` replays',
  access: 'all',
  wallboards: true,
  answers: 'stream',
  response: StreamEvent,
});

/** A kind whose objects changed. */
export type ChangedKind = (typeof changedKinds)[number];
