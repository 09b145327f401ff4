import { z } from 'zod';
import { stepReceivers } from '../alarms/alarm-escalation.ts';
import { AlarmLevelField } from '../alarms/alarm-items.ts';
import { ClockTime, MAX_ESCALATE_MIN, TimeZone } from '../alarms/webhooks.ts';
import { distinctList } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  DutyExceptionId,
  DutyRotaId,
  isPlainText,
  MetaGroupId,
  Name,
  SubGroupId,
  Timestamp,
  UserNo,
} from '../definition/fields.ts';

export const MAX_ROTAS = 50;
export const MAX_SHIFTS = 20;
export const MAX_SLOTS = 100;
export const MAX_EXCEPTIONS = 500;
export const MAX_STEPS = 10;
export const MAX_ROTATION_DAYS = 366;

/** A day of the calendar, as YYYY-MM-DD. In a rota it is a day of the rota's time zone. */
export const CalendarDate = z.string().refine(isCalendarDate, 'no date');

/** Chosen by the client; exceptions name it, so it stays the same when the shift changes. */
export const ShiftId = z.string().regex(/^[a-z0-9-]{1,36}$/);

/** Who is on duty together, until the next slot's turn. */
const DutySlot = z
  .strictObject({ firstUserNo: UserNo, secondUserNo: UserNo.nullable() })
  .refine(({ firstUserNo, secondUserNo }) => firstUserNo !== secondUserNo, {
    path: ['secondUserNo'],
    message: 'same person twice',
  });

const DutyShift = z.strictObject({
  shiftId: ShiftId,
  name: Name,
  /** Wall-clock times of the rota's zone. An end that is not after the start is on the next day. */
  from: ClockTime,
  to: ClockTime,
  /** Weekdays of the start, from 1 (Monday) to 7. */
  dayList: distinctList(z.int().min(1).max(7), 7),
  slotList: z.array(DutySlot).min(1).max(MAX_SLOTS),
  /** How many calendar days a slot has its turn; null: the first slot stays. */
  everyDays: z.int().min(1).max(MAX_ROTATION_DAYS).nullable(),
  /** The first day of the first slot. Days before it are counted back. */
  firstDate: CalendarDate,
});
export type DutyShift = z.infer<typeof DutyShift>;

/** Who is notified when nobody has acknowledged an alarm for a time. */
const EscalationStep = z.strictObject({
  to: z.enum(stepReceivers),
  afterMin: z.int().min(0).max(MAX_ESCALATE_MIN),
  /** 1: all alarms, 5: critical alarms only. */
  minLevel: AlarmLevelField,
});
export type EscalationStep = z.infer<typeof EscalationStep>;

/** Everything of a rota but its name, groups and exceptions. */
export const rotaPlanFields = {
  timeZone: TimeZone,
  /** The first and the last day on which shifts start; null: no limit. */
  validFrom: CalendarDate.nullable(),
  validTo: CalendarDate.nullable(),
  /** The person in charge of the rota, the last to be notified. */
  leadUserNo: UserNo.nullable(),
  shiftList: distinctList(DutyShift, MAX_SHIFTS, ({ shiftId }) => shiftId),
  /** In order of their times; empty: nobody is notified by the rota. */
  stepList: z
    .array(EscalationStep)
    .max(MAX_STEPS)
    .refine(
      (steps) => steps.every(({ afterMin }, index) => afterMin >= (steps[index - 1]?.afterMin ?? 0)),
      'not in order of time',
    ),
};
export const RotaPlan = z.object(rotaPlanFields);
export type RotaPlan = z.infer<typeof RotaPlan>;

const rotaFields = {
  name: Name,
  metaGroupId: MetaGroupId,
  /** Sub groups of the meta group; null: all of them, also later ones. */
  forSubGroupIdList: distinctList(SubGroupId, 1000).nullable(),
  ...rotaPlanFields,
};

function checkValidity(
  { validFrom, validTo }: { readonly validFrom: string | null; readonly validTo: string | null },
  context: z.RefinementCtx,
): void {
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    context.addIssue({ code: 'custom', path: ['validTo'], message: 'before validFrom' });
}

/** Another person instead of a scheduled one, for one shift of a day or for all shifts of some days. */
const exceptionFields = {
  /** Null: all shifts of these days. */
  shiftId: ShiftId.nullable(),
  /** The days on which the shifts start. */
  fromDate: CalendarDate,
  toDate: CalendarDate,
  replacedUserNo: UserNo,
  /** Null: nobody. */
  coveringUserNo: UserNo.nullable(),
  note: z.string().trim().max(500).refine(isPlainText, 'control character'),
};

export const DutyException = z.object({ dutyExceptionId: DutyExceptionId, ...exceptionFields });
export type DutyException = z.infer<typeof DutyException>;

/**
 * Why a person of a rota cannot be on duty: the account is deleted or cannot sign in, or does not see the groups of the
 * rota. someGroups: the person sees only some of them.
 */
export const personProblems = ['deleted', 'suspended', 'noRight', 'someGroups'] as const;
export type PersonProblem = (typeof personProblems)[number];

/** A person whom a rota names. */
export const DutyPerson = z.object({
  userNo: UserNo,
  /** Null: the account is deleted. */
  name: z.string().nullable(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  problem: z.enum(personProblems).nullable(),
});
export type DutyPerson = z.infer<typeof DutyPerson>;

const RotaSummary = z.object({
  dutyRotaId: DutyRotaId,
  name: z.string(),
  metaGroupId: MetaGroupId,
  metaGroupName: z.string(),
  /** Null: all sub groups. Else only those that the caller may see. */
  forSubGroupIdList: z.array(SubGroupId).nullable(),
  timeZone: TimeZone,
  validFrom: CalendarDate.nullable(),
  validTo: CalendarDate.nullable(),
  shiftCnt: z.int(),
  stepCnt: z.int(),
  personList: z.array(DutyPerson),
  leadUserNo: UserNo.nullable(),
  isChangeable: z.boolean(),
  updatedAt: Timestamp,
});
export type RotaSummary = z.infer<typeof RotaSummary>;

export const listRotas = endpoint({
  route: 'GET /duty/list',
  summary: 'Duty rotas of the selected groups',
  access: 'all',
  response: z.object({ rotaList: z.array(RotaSummary) }),
});

export const RotaInfo = z.object({
  dutyRotaId: DutyRotaId,
  ...rotaFields,
  name: z.string(),
  metaGroupName: z.string(),
  forSubGroupIdList: z.array(SubGroupId).nullable(),
  exceptionList: z.array(DutyException),
  /** All people whom the rota or an exception names. */
  personList: z.array(DutyPerson),
  /** What its handovers carry. */
  openItemCnt: z.int(),
  isChangeable: z.boolean(),
  updatedAt: Timestamp,
  version: z.int(),
});
export type RotaInfo = z.infer<typeof RotaInfo>;

export const getRota = endpoint({
  route: 'GET /duty/info/:dutyRotaId',
  summary: 'A duty rota with its shifts, people, exceptions and escalation steps',
  access: 'all',
  response: RotaInfo,
});

export const insertRota = endpoint({
  route: 'POST /duty/insert',
  summary: 'Create a duty rota for groups of a meta group',
  access: 'groupAdmin',
  success: 201,
  body: z.strictObject(rotaFields).superRefine(checkValidity),
  response: z.object({ dutyRotaId: DutyRotaId }),
});

export const updateRota = endpoint({
  route: 'PUT /duty/update',
  summary: 'Change a duty rota; exceptions of removed shifts are deleted, its meta group stays',
  access: 'groupAdmin',
  body: z
    .strictObject({
      dutyRotaId: DutyRotaId,
      ...rotaFields,
      /** Answers 8004 when another user has changed it since. */
      version: z.int().min(0).optional(),
    })
    .superRefine(checkValidity),
  response: z.object({ version: z.int() }),
});

export const deleteRota = endpoint({
  route: 'DELETE /duty/delete/:dutyRotaId',
  summary: 'Delete a duty rota and its open items; escalation of open alarms ends, handovers stay',
  access: 'groupAdmin',
});

/** Users whom the caller may put into a rota: they see all of its groups. */
export const listDutyCandidates = endpoint({
  route: 'POST /duty/candidate/list',
  summary: 'Users who see the groups of a duty rota',
  access: 'groupAdmin',
  read: true,
  body: z.strictObject({
    _method: z.literal('get').optional(),
    metaGroupId: MetaGroupId,
    /** Null or absent: all sub groups of the meta group. The console leaves empty values out of a read. */
    forSubGroupIdList: rotaFields.forSubGroupIdList.default(null),
  }),
  response: z.object({
    candidateList: z.array(
      z.object({ userNo: UserNo, userId: z.string(), name: z.string(), email: z.string().nullable() }),
    ),
  }),
});

export const insertDutyException = endpoint({
  route: 'POST /duty/exception/insert',
  summary: 'Replace a person of a duty rota on some days',
  access: 'groupAdmin',
  success: 201,
  body: z
    .strictObject({
      dutyRotaId: DutyRotaId,
      ...exceptionFields,
      /** The two swap: on this day the replaced person takes all shifts of the covering one. */
      swapDate: CalendarDate.optional(),
    })
    .superRefine(({ shiftId, fromDate, toDate, replacedUserNo, coveringUserNo, swapDate }, context) => {
      if (swapDate !== undefined && coveringUserNo === null)
        context.addIssue({ code: 'custom', path: ['swapDate'], message: 'nobody to swap with' });
      if (swapDate !== undefined && shiftId === null && fromDate <= swapDate && swapDate <= toDate)
        context.addIssue({ code: 'custom', path: ['shiftId'], message: 'a swap on one day names a shift' });
      if (toDate < fromDate)
        context.addIssue({ code: 'custom', path: ['toDate'], message: 'before fromDate' });
      if (replacedUserNo === coveringUserNo)
        context.addIssue({ code: 'custom', path: ['coveringUserNo'], message: 'same person' });
    }),
  response: z.object({ dutyExceptionId: DutyExceptionId }),
});

export const deleteDutyException = endpoint({
  route: 'DELETE /duty/exception/delete/:dutyExceptionId',
  summary: 'Delete an exception: the scheduled person is on duty again',
  access: 'groupAdmin',
});

/** From 2000 to 2199: a rota is for people of our time. */
function isCalendarDate(text: string): boolean {
  const match = /^(2[01]\d\d)-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
