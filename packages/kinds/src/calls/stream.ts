import { AlarmRow } from '@gwanje/contract/alarms';
import { endpoint } from '@gwanje/contract/endpoint';
import { Timestamp } from '@gwanje/contract/fields';
import { HostId } from '@gwanje/contract/ids';
import { MonResultField } from '@gwanje/contract/objects';
import { z } from 'zod';
import { liveKinds } from '../registry.ts';

/** What a popup shows of an alarm without asking. */
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
  /** A server that is older than the page does not say. */
  isSnoozed: z.boolean().default(false),
  isInMaintenance: z.boolean().default(false),
});
export type AlarmBrief = z.infer<typeof AlarmBrief>;

/** Ten thousand at once are one message: the first of them, those that stand for others before all, and how many. */
export const MAX_TOLD_ALARMS = 100;
const Told = { list: z.array(AlarmBrief).max(MAX_TOLD_ALARMS), totalCnt: z.int() };

/**
 * What a viewer is told as it happens, each about one cluster the viewer may see. `id` grows; a client that lost the
 * connection sends the last one it saw as `Last-Event-ID` and is told what it missed, or `reset` where that is too long ago.
 */
export const StreamEvent = z.discriminatedUnion('type', [
  /** Objects came, went or changed their state; lists of these kinds may be read again. */
  z.object({
    type: z.literal('inventoryChanged'),
    hostId: HostId,
    kinds: z.array(z.enum([...liveKinds, 'event'])),
  }),
  z.object({
    type: z.literal('clusterState'),
    hostId: HostId,
    monResult: MonResultField,
    dataAt: Timestamp.nullable(),
    isStale: z.boolean(),
    isApiReachable: z.boolean().nullable(),
  }),
  /** Alarms were raised, or broke again. */
  z.object({ type: z.literal('alarm'), hostId: HostId, ...Told }),
  /** Alarms were confirmed, recovered, closed, grew worse or were folded. */
  z.object({ type: z.literal('alarmChanged'), hostId: HostId, ...Told }),
  /** Something was missed: read everything again. */
  z.object({ type: z.literal('reset') }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;

export const openStream = endpoint({
  method: 'GET',
  path: '/stream',
  summary: 'Server-sent events of the clusters in the selected groups; `Last-Event-ID` replays',
  access: 'all',
  wallboards: true,
  answers: 'stream',
  response: StreamEvent,
});

/** A kind of object of which some changed. */
export type ChangedKind = Extract<StreamEvent, { type: 'inventoryChanged' }>['kinds'][number];
