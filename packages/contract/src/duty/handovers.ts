import { z } from 'zod';
import { AlarmLevelField, ConfirmLevelField } from '../alarms/alarm-items.ts';
import { TimeZone } from '../alarms/webhooks.ts';
import { choice, keysOf, listBody, pageOf, text, textOrNull, time } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  AlarmId,
  DutyRotaId,
  HandoverId,
  HandoverItemId,
  isPlainText,
  SubGroupId,
  Timestamp,
  UserNo,
} from '../definition/fields.ts';
import { CalendarDate, ShiftId } from './duty-rotas.ts';

export const MAX_HANDOVER_LINES = 300;
export const MAX_OPEN_ITEMS = 200;

const Notes = z.string().trim().max(10_000).refine(isMultilineText, 'control character');
const Remark = z.string().trim().max(1000).refine(isMultilineText, 'control character');
/** Names a line of a handover: `alarm:12`. */
const LineKey = z.string().regex(/^[a-zA-Z]+:[\w:.-]{1,80}$/);

/*
 * Names have the number of the user beside them, so that an erasure finds the person and nobody else. Handovers from before this
 * have no numbers.
 */

const line = { key: LineKey, subGroupId: SubGroupId };

const AlarmLine = z.object({
  ...line,
  alarmId: AlarmId,
  clusterName: z.string(),
  level: AlarmLevelField,
  confirmLevel: ConfirmLevelField,
  itemKey: z.string(),
  itemName: z.string().nullable(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  objectName: z.string(),
  namespace: z.string().nullable(),
  occurredAt: Timestamp,
  recoveredAt: Timestamp.nullable(),
  confirmedBy: z.string().nullable(),
  confirmedByNo: UserNo.nullish(),
  memo: z
    .object({ text: z.string(), userName: z.string(), userNo: UserNo.nullish(), at: Timestamp })
    .nullable(),
});
export type HandoverAlarm = z.infer<typeof AlarmLine>;

/** A snooze or maintenance that goes on after the shift. */
const MuteLine = z.object({
  ...line,
  kind: z.enum(['snooze', 'maintenance']),
  name: z.string(),
  fromAt: Timestamp,
  untilAt: Timestamp,
  reason: z.string(),
  userName: z.string(),
  userNo: UserNo.nullish(),
});

/** What a handover says of workloads and nodes. */
export const handoverChanges = [
  'created',
  'deleted',
  'images',
  /** With the same images: new settings, or a restart. */
  'rollout',
  'isSuspended',
  'schedule',
  'condition',
  'isSchedulable',
  'kubeletVersion',
] as const;

/** Changes of one field of a workload or node in the shift, from its first to its last value, or rollouts of a workload. */
const ChangeLine = z.object({
  ...line,
  clusterName: z.string(),
  kind: z.enum(['workload', 'node']),
  name: z.string(),
  namespace: z.string().nullable(),
  what: z.enum(handoverChanges),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Of the last change. */
  at: Timestamp,
  /** 0: the rollout began before the shift. */
  cnt: z.int(),
  /** Of a rollout, at the end of the shift. Absent in older handovers. */
  rolloutPhase: z.string().nullish(),
});

export type HandoverChange = z.infer<typeof ChangeLine>;

/** A change of settings, from the audit log. */
const SettingLine = z.object({
  ...line,
  /** Null: of the rota itself. */
  subGroupId: SubGroupId.nullable(),
  action: z.string(),
  name: z.string().nullable(),
  userId: z.string().nullable(),
  at: Timestamp,
});

const SilentLine = z.object({
  ...line,
  clusterName: z.string(),
  fromAt: Timestamp,
  /** Null: it is silent still. */
  toAt: Timestamp.nullable(),
});

/** Something that somebody wrote down; later handovers carry it until somebody closes it. */
const OpenItem = z.object({
  key: LineKey,
  handoverItemId: HandoverItemId,
  text: z.string(),
  createdBy: z.string(),
  createdByNo: UserNo.nullish(),
  createdAt: Timestamp,
  closedBy: z.string().nullable(),
  closedByNo: UserNo.nullish(),
  closedAt: Timestamp.nullable(),
  /** It was open at the end of the shift, and somebody has closed it since. */
  isClosedLater: z.boolean().optional(),
});
export type HandoverItem = z.infer<typeof OpenItem>;

export const handoverLists = {
  openedList: z.array(AlarmLine),
  handledList: z.array(AlarmLine),
  openList: z.array(AlarmLine),
  muteList: z.array(MuteLine),
  changeList: z.array(ChangeLine),
  settingList: z.array(SettingLine),
  silentList: z.array(SilentLine),
  itemList: z.array(OpenItem),
};

/** Lists are cut; the counts are not. */
export const HandoverContent = z.object({
  ...handoverLists,
  openedCnt: z.int(),
  handledCnt: z.int(),
  openCnt: z.int(),
  muteCnt: z.int(),
  changeCnt: z.int(),
  settingCnt: z.int(),
  silentCnt: z.int(),
});
export type HandoverContent = z.infer<typeof HandoverContent>;

/** draft: nobody has finished it · finished: it waits for the next shift · notWritten: nobody wrote it in time */
export const handoverStates = ['draft', 'finished', 'takenOver', 'notWritten'] as const;

/** A shift of one day. */
const shift = { dutyRotaId: DutyRotaId, shiftId: ShiftId, date: CalendarDate };

const head = {
  ...shift,
  /** Null: nothing is stored of this draft. */
  handoverId: HandoverId.nullable(),
  dutyRotaId: DutyRotaId.nullable(),
  rotaName: z.string(),
  metaGroupName: z.string(),
  shiftName: z.string(),
  timeZone: TimeZone,
  fromAt: Timestamp,
  toAt: Timestamp,
  nameList: z.array(z.string()),
  state: z.enum(handoverStates),
  finishedBy: z.string().nullable(),
  finishedByNo: UserNo.nullable(),
  finishedAt: Timestamp.nullable(),
  takenBy: z.string().nullable(),
  takenAt: Timestamp.nullable(),
};
export const HandoverHead = z.object(head);
export type HandoverHead = z.infer<typeof HandoverHead>;

const Handover = z.object({
  ...head,
  serverTime: Timestamp,
  content: HandoverContent,
  notes: z.string(),
  remarkList: z.array(z.object({ key: LineKey, text: z.string() })),
  version: z.int(),
});
export type Handover = z.infer<typeof Handover>;

const written = {
  ...shift,
  notes: Notes,
  remarkList: z.array(z.strictObject({ key: LineKey, text: Remark })).max(2000),
  /** Absent: nothing is stored yet. Answers 8004 when another user has written since. */
  version: z.int().min(0).optional(),
};

export const listDueHandovers = endpoint({
  route: 'GET /handover/due',
  summary:
    'Handovers of the selected groups that nobody has taken over: of shifts that run or ended lately, and stored ones',
  access: 'all',
  response: z.object({ serverTime: Timestamp, handoverList: z.array(HandoverHead) }),
});

export const getHandoverDraft = endpoint({
  route: 'POST /handover/draft',
  summary: 'The handover of a shift: as it is stored, or as the system drafts it',
  access: 'all',
  read: true,
  body: z.strictObject({ _method: z.literal('get').optional(), ...shift }),
  response: Handover,
});

export const getHandover = endpoint({
  route: 'GET /handover/info/:handoverId',
  summary: 'A stored handover',
  access: 'all',
  response: Handover,
});

export const saveHandover = endpoint({
  route: 'PUT /handover/save',
  summary: 'Store the notes and remarks of a draft',
  access: 'all',
  body: z.strictObject(written),
  response: z.object({ handoverId: HandoverId, version: z.int() }),
});

export const finishHandover = endpoint({
  route: 'POST /handover/finish',
  summary: 'Finish a handover: its content no longer changes',
  access: 'all',
  body: z.strictObject(written),
  response: z.object({ handoverId: HandoverId, version: z.int() }),
});

export const takeOver = endpoint({
  route: 'POST /handover/take-over/:handoverId',
  summary: 'Take over a finished handover',
  access: 'all',
});

export const insertHandoverItem = endpoint({
  route: 'POST /handover/item/insert',
  summary: 'Write down an open item; handovers of the rota carry it until it is closed',
  access: 'all',
  success: 201,
  body: z.strictObject({ dutyRotaId: DutyRotaId, text: Remark.min(1) }),
  response: z.object({ handoverItemId: HandoverItemId }),
});

export const closeHandoverItem = endpoint({
  route: 'PUT /handover/item/close/:handoverItemId',
  summary: 'Close an open item',
  access: 'all',
});

/** The columns that the list of past handovers can be sorted by. */
export const handoverColumns = {
  fromAt: { ...time(), schema: Timestamp },
  rotaName: text(),
  shiftName: text(),
  state: choice(handoverStates),
  finishedBy: textOrNull(),
  takenBy: textOrNull(),
} as const;

export const listHandovers = endpoint({
  route: 'POST /handover/list/:pageNo/:pageCnt',
  summary: 'Handovers that are finished or whose shift is over, newest first; also those that nobody wrote',
  access: 'all',
  read: true,
  body: listBody(
    z.object({
      /** Part of notes, remarks, names of people, clusters or objects. */
      search: z.string().max(253),
      dutyRotaId: DutyRotaId,
      from: Timestamp,
      to: Timestamp,
    }),
    keysOf(handoverColumns),
  ),
  response: pageOf(HandoverHead),
});

function isMultilineText(text: string): boolean {
  return isPlainText(text.replaceAll(/\r?\n|\t/g, ' '));
}
