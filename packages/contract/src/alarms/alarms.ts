import { z } from 'zod';
import {
  choice,
  code,
  distinctList,
  flag,
  id,
  idOrNull,
  number,
  pagedList,
  rowOf,
  text,
  textOrNull,
  time,
  timedPageOf,
} from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  AlarmId,
  AlarmMemoId,
  HostId,
  isPlainText,
  NodeId,
  ObjectId,
  Timestamp,
  UserNo,
} from '../definition/fields.ts';
import { AlarmEscalation } from './alarm-escalation.ts';
import {
  AlarmLevelField,
  AlarmSetting,
  AlarmTypeField,
  alarmChanges,
  alarmSubjects,
  ChosenLevelField,
  ConfirmLevelField,
  closeReasons,
  settingOrigins,
} from './alarm-items.ts';
import { DeliveryNote } from './delivery-notes.ts';
import { deliveryStates } from './delivery-states.ts';

export const alarmColumns = {
  alarmId: id(AlarmId),
  hostId: id(HostId),
  clusterName: text(),
  level: code(AlarmLevelField, [5, 1]),
  type: code(AlarmTypeField, [1, 2, 3]),
  confirmLevel: code(ConfirmLevelField, [1, 2, 3, 0, 4]),
  target: choice(alarmSubjects),
  /**
   * The object of the alarm, also after its deletion; null for a cluster or an object that is not collected.
   */
  objectId: idOrNull(ObjectId),
  objectName: text(),
  namespace: textOrNull(),
  nodeId: idOrNull(NodeId),
  nodeName: textOrNull(),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  /** The item's key; for an event alarm `event.` and its id. */
  itemKey: text(),
  /** The name of an event alarm; null for an item, which has its own label. */
  itemName: textOrNull(),
  value: number(),
  threshold: number(),
  /** How often the alarm was raised: it may recover and breach again. */
  occurCnt: number(),
  occurredAt: time(),
  lastOccurredAt: time(),
  /** Also set while a user handles the alarm; the confirmation level then does not change. */
  recoveredAt: time(),
  confirmedAt: time(),
  confirmedBy: textOrNull(),
  closedAt: time(),
  changedAt: time(),
  /** The alarm that explains this one. Users acknowledge the parent, and receivers are notified of it. */
  parentAlarmId: idOrNull(AlarmId),
  isFolded: flag(),
  childCnt: number(),
  memoCnt: number(),
  isSnoozed: flag(),
  snoozedUntil: time(),
  /** True: a maintenance window of its cluster or group is active, so no messages are sent. */
  isInMaintenance: flag(),
} as const;

export const AlarmRow = rowOf(alarmColumns).extend({ closeReason: z.enum(closeReasons).nullable() });
export type AlarmRow = z.infer<typeof AlarmRow>;

/** Newest first by default. */
export const listAlarms = endpoint({
  route: 'POST /alarms/:pageNo/:pageCnt',
  summary: 'Alarms, open and past',
  access: 'all',
  wallboards: true,
  ...pagedList(alarmColumns),
  response: timedPageOf(AlarmRow),
});

export const countAlarms = endpoint({
  route: 'GET /alarm/count',
  summary: 'Number of open alarms of the selected groups by level, without folded alarms',
  access: 'all',
  response: z.object({
    serverTime: Timestamp,
    warning: z.int(),
    critical: z.int(),
    /** Alarms at confirmation level 1. */
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

/** The data at the time of the alarm. It stays when the object is deleted. */
const Evidence = z.object({
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  setting: AlarmSetting.nullable(),
  origin: z.enum(settingOrigins).nullable(),
  /** The object's state as the agent reported it. */
  state: z.record(z.string(), z.unknown()).nullable(),
  /** The quarter of an hour before the alarm; null until it is collected. */
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
  /** Pods on the same node, largest memory first. */
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

/** Why a message is held. */
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
  note: DeliveryNote.nullable(),
  /** How often a relay confirmed that a recipient got it. */
  receivedCnt: z.int(),
  /** The last other thing that the relay said. */
  receiptText: z.string().nullable(),
  /** It means that a recipient has not got the message. */
  isReceiptFailed: z.boolean(),
  heldFor: z.enum(holdReasons).nullable(),
  heldUntil: Timestamp.nullable(),
  /** True: it failed for good, its webhook exists, and the caller may resend it. */
  isReplayable: z.boolean(),
});

export const getAlarm = endpoint({
  route: 'GET /alarm/info/:alarmId',
  summary: 'One alarm with its history, memos, evidence and deliveries',
  access: 'all',
  response: AlarmRow.extend({
    serverTime: Timestamp,
    changeList: z.array(AlarmChange),
    memoList: z.array(AlarmMemo),
    evidence: Evidence.nullable(),
    deliveryList: z.array(Delivery),
    escalation: AlarmEscalation,
    childList: z.array(AlarmRow),
  }),
});

const MemoText = z.string().trim().min(1).max(2000).refine(isPlainText, 'control character');

/**
 * Changes all alarms or none. Answers 8004 with the alarm when its level is no longer `expectedConfirmLevel`.
 */
export const confirmAlarms = endpoint({
  route: 'PUT /alarm/confirm',
  summary: 'Acknowledge, mark as handled or close alarms, with the alarms folded under them',
  access: 'all',
  body: distinctList(
    z.strictObject({
      alarmId: AlarmId,
      confirmLevel: ChosenLevelField,
      expectedConfirmLevel: ConfirmLevelField.optional(),
      memo: MemoText.optional(),
    }),
    1000,
    ({ alarmId }) => alarmId,
  ),
  response: z.object({
    /** Alarms that were closed while breaching: not raised again until they recover, or for a day. */
    quietAlarmIdList: z.array(AlarmId),
  }),
});

export const listAlarmMemos = endpoint({
  route: 'GET /alarm/memo/:alarmId',
  summary: 'The memos of an alarm, oldest first',
  access: 'all',
  response: z.object({ memoList: z.array(AlarmMemo) }),
});

export const addAlarmMemo = endpoint({
  route: 'POST /alarm/memo/:alarmId',
  summary: 'Write a memo',
  access: 'all',
  success: 201,
  body: z.strictObject({ text: MemoText }),
  response: AlarmMemo,
});
