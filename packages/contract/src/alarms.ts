import { z } from 'zod';
import { AlarmSetting, settingOrigins } from './alarm-items.ts';
import {
  AlarmLevelField,
  AlarmTypeField,
  alarmChanges,
  alarmSubjects,
  ChosenLevelField,
  ConfirmLevelField,
  closeReasons,
} from './alarm-states.ts';
import {
  choice,
  code,
  columnsBody,
  flag,
  id,
  idOrNull,
  number,
  rowOf,
  text,
  textOrNull,
  time,
  timedPageOf,
} from './columns.ts';
import { endpoint } from './endpoint.ts';
import { isPlainText, Timestamp } from './fields.ts';
import { AlarmId, AlarmIdText, AlarmMemoId, HostId, NodeId, ObjectId, UserNo } from './ids.ts';
import { PageParams } from './list.ts';

export const alarmColumns = {
  alarmId: id(AlarmId),
  hostId: id(HostId),
  clusterName: text(),
  level: code(AlarmLevelField, [5, 1]),
  type: code(AlarmTypeField, [1, 2, 3]),
  confirmLevel: code(ConfirmLevelField, [1, 2, 3, 0, 4]),
  target: choice(alarmSubjects),
  /** Of what it is about, also when that is gone; null of a cluster, and of an object that is not collected. */
  objectId: idOrNull(ObjectId),
  objectName: text(),
  namespace: textOrNull(),
  nodeId: idOrNull(NodeId),
  nodeName: textOrNull(),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  /** Of an item its key, of an event alarm `event.` and its id. */
  itemKey: text(),
  /** Of an event alarm its name; null where the item's own words say it. */
  itemName: textOrNull(),
  value: number(),
  threshold: number(),
  /** How often it broke, where it recovered and broke again. */
  occurCnt: number(),
  occurredAt: time(),
  lastOccurredAt: time(),
  /** Also set where somebody is at it: the level stays then. */
  recoveredAt: time(),
  confirmedAt: time(),
  confirmedBy: textOrNull(),
  closedAt: time(),
  changedAt: time(),
  /** The alarm that explains it: acknowledged and notified in its stead. */
  parentAlarmId: idOrNull(AlarmId),
  isFolded: flag(),
  childCnt: number(),
  memoCnt: number(),
  isSnoozed: flag(),
  snoozedUntil: time(),
  /** A maintenance window of its cluster or group runs now: nobody is told. */
  isInMaintenance: flag(),
} as const;

export const AlarmRow = rowOf(alarmColumns).extend({ closeReason: z.enum(closeReasons).nullable() });
export type AlarmRow = z.infer<typeof AlarmRow>;

/** Newest first unless ordered otherwise. */
export const listAlarms = endpoint({
  method: 'POST',
  path: '/alarms/:pageNo/:pageCnt',
  summary: 'Alarms, open and past',
  access: 'all',
  wallboards: true,
  read: true,
  params: PageParams,
  body: columnsBody(alarmColumns),
  response: timedPageOf(AlarmRow),
});

export const countAlarms = endpoint({
  method: 'GET',
  path: '/alarm/count',
  summary: 'Open alarms of the selected groups by level; those folded under another count with it',
  access: 'all',
  response: z.object({
    serverTime: Timestamp,
    warning: z.int(),
    critical: z.int(),
    /** Of these, nobody has looked at yet. */
    occurred: z.int(),
  }),
});

export const AlarmMemo = z.object({
  alarmMemoId: AlarmMemoId,
  text: z.string(),
  userNo: UserNo.nullable(),
  userName: z.string(),
  at: Timestamp,
});

const AlarmChange = z.object({
  at: Timestamp,
  change: z.enum(alarmChanges),
  confirmLevel: ConfirmLevelField,
  level: AlarmLevelField,
  /** Null: the engine. */
  userName: z.string().nullable(),
  memo: z.string().nullable(),
  value: z.number().nullable(),
});

/** What was seen when it broke; it stays when everything it speaks of is gone. */
const Evidence = z.object({
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  setting: AlarmSetting.nullable(),
  origin: z.enum(settingOrigins).nullable(),
  /** The object as it was, as the agent told of it. */
  state: z.record(z.string(), z.unknown()).nullable(),
  /** The quarter of an hour before; absent while it is still being gathered. */
  series: z
    .object({
      startAt: Timestamp,
      stepMs: z.int(),
      list: z.array(z.object({ metric: z.string(), values: z.array(z.number().nullable()) })),
    })
    .nullable(),
  eventList: z.array(
    z.object({
      at: Timestamp,
      type: z.string(),
      reason: z.string(),
      message: z.string(),
      count: z.int(),
      objectName: z.string(),
    }),
  ),
  /** The pods beside it, largest first. */
  neighbourList: z.array(
    z.object({
      podId: ObjectId,
      name: z.string(),
      namespace: z.string(),
      status: z.string(),
      cpuUsedCores: z.number().nullable(),
      memUsedBytes: z.number().nullable(),
    }),
  ),
});
export type Evidence = z.infer<typeof Evidence>;

/** held: not to be sent yet, or perhaps never · summed: told in a summary of many · dropped: there was nobody to tell */
export const deliveryStates = ['waiting', 'held', 'delivered', 'summed', 'failed', 'dropped'] as const;
/** What a held message waits for. */
export const holdReasons = ['escalation', 'maintenance', 'snooze', 'quiet', 'flood'] as const;

const Delivery = z.object({
  deliveryId: z.string(),
  webhookName: z.string(),
  reason: z.string(),
  state: z.enum(deliveryStates),
  attemptCnt: z.int(),
  createdAt: Timestamp,
  lastAttemptAt: Timestamp.nullable(),
  nextAttemptAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
  lastError: z.string().nullable(),
  heldFor: z.enum(holdReasons).nullable(),
  heldUntil: Timestamp.nullable(),
  /** It was given up, its webhook is still there, and whoever asks may send it once more. */
  isReplayable: z.boolean(),
});

export const getAlarm = endpoint({
  method: 'GET',
  path: '/alarm/info/:alarmId',
  summary: 'One alarm with its history, memos, evidence and deliveries',
  access: 'all',
  params: z.strictObject({ alarmId: AlarmIdText }),
  response: AlarmRow.extend({
    serverTime: Timestamp,
    changeList: z.array(AlarmChange),
    memoList: z.array(AlarmMemo),
    evidence: Evidence.nullable(),
    deliveryList: z.array(Delivery),
    childList: z.array(AlarmRow),
  }),
});

const MemoText = z.string().trim().min(1).max(2000).refine(isPlainText, 'control character');

/** All or nothing. `expectedConfirmLevel`: what the caller saw; 8004 naming the alarm where it is another by now. */
export const confirmAlarms = endpoint({
  method: 'PUT',
  path: '/alarm/confirm',
  summary: 'Acknowledge, mark as handled or close alarms; what is folded under them follows',
  access: 'all',
  body: z
    .array(
      z.strictObject({
        alarmId: AlarmId,
        confirmLevel: ChosenLevelField,
        expectedConfirmLevel: ConfirmLevelField.optional(),
        memo: MemoText.optional(),
      }),
    )
    .min(1)
    .max(1000)
    .refine((items) => new Set(items.map((item) => item.alarmId)).size === items.length, 'duplicate alarmId'),
  response: z.object({
    /** Closed while still wrong: quiet until they have recovered once, or a day has passed. */
    quietAlarmIdList: z.array(AlarmId),
  }),
});

export const listAlarmMemos = endpoint({
  method: 'GET',
  path: '/alarm/memo/:alarmId',
  summary: 'The memos of an alarm, oldest first',
  access: 'all',
  params: z.strictObject({ alarmId: AlarmIdText }),
  response: z.object({ memoList: z.array(AlarmMemo) }),
});

export const addAlarmMemo = endpoint({
  method: 'POST',
  path: '/alarm/memo/:alarmId',
  summary: 'Write a memo',
  access: 'all',
  success: 201,
  params: z.strictObject({ alarmId: AlarmIdText }),
  body: z.strictObject({ text: MemoText }),
  response: AlarmMemo,
});
