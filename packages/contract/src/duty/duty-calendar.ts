import { z } from 'zod';
import { TimeZone } from '../alarms/webhooks.ts';
import { endpoint } from '../definition/endpoint.ts';
import { DutyExceptionId, DutyRotaId, Timestamp, UserNo } from '../definition/fields.ts';
import { CalendarDate, DutyPerson } from './duty-rotas.ts';

export const MAX_CALENDAR_DAYS = 100;
/** Shifts of all rotas times days: a month of 450 shifts. More would keep the server from other calls. */
export const MAX_CALENDAR_SHIFTS = 20_000;

export const dutyPositions = ['first', 'second'] as const;

const DutyOccurrence = z.object({
  shiftId: z.string(),
  name: z.string(),
  /** The day of the rota's zone on which the shift starts. */
  date: CalendarDate,
  fromAt: Timestamp,
  toAt: Timestamp,
  personList: z.array(
    z.object({
      userNo: UserNo,
      position: z.enum(dutyPositions),
      /** Set when an exception put this person in the place of another. */
      replacedUserNo: UserNo.nullable(),
    }),
  ),
  dutyExceptionIdList: z.array(DutyExceptionId),
});
export type DutyOccurrenceRow = z.infer<typeof DutyOccurrence>;

/**
 * Why nobody is on duty. notValid: the rota is not in force · noShift: no shift covers the time · nobody: an exception
 * removed the people · unavailable: none of the people of the shift can be on duty
 */
export const gapReasons = ['notValid', 'noShift', 'nobody', 'unavailable'] as const;

const DutyGap = z.object({ fromAt: Timestamp, toAt: Timestamp, why: z.enum(gapReasons) });

/** Shifts that run at the same time. */
const DutyOverlap = z.object({ fromAt: Timestamp, toAt: Timestamp, shiftIdList: z.array(z.string()) });

const rotaHead = {
  dutyRotaId: DutyRotaId,
  name: z.string(),
  metaGroupName: z.string(),
  timeZone: TimeZone,
  leadUserNo: UserNo.nullable(),
  /** The people whom the answer names. */
  personList: z.array(DutyPerson),
};

export const listDutyShifts = endpoint({
  route: 'POST /duty/shift/list',
  summary:
    'The shifts of duty rotas between two instants, with gaps and overlaps. Answers 8002 with the reason tooManyShifts for too many rotas and days',
  access: 'all',
  read: true,
  body: z
    .strictObject({
      _method: z.literal('get').optional(),
      fromAt: Timestamp,
      toAt: Timestamp,
      /** Absent: all rotas of the selected groups. */
      dutyRotaId: DutyRotaId.optional(),
    })
    .superRefine(({ fromAt, toAt }, context) => {
      const days = (Date.parse(toAt) - Date.parse(fromAt)) / 86_400_000;
      if (!(days > 0 && days <= MAX_CALENDAR_DAYS))
        context.addIssue({ code: 'custom', path: ['toAt'], message: 'range' });
    }),
  response: z.object({
    serverTime: Timestamp,
    rotaList: z.array(
      z.object({
        ...rotaHead,
        isChangeable: z.boolean(),
        occurrenceList: z.array(DutyOccurrence),
        gapList: z.array(DutyGap),
        overlapList: z.array(DutyOverlap),
      }),
    ),
  }),
});

export const getDutyNow = endpoint({
  route: 'GET /duty/now',
  summary: 'Who is on duty now in the selected groups, until when, and who follows',
  access: 'all',
  response: z.object({
    serverTime: Timestamp,
    /** When the answer becomes outdated without a change of a rota; null: not within the next days. */
    changesAt: Timestamp.nullable(),
    rotaList: z.array(
      z.object({
        ...rotaHead,
        /** Shifts that run now. */
        currentList: z.array(DutyOccurrence),
        /** Set while nobody is on duty. */
        gap: DutyGap.nullable(),
        /** The next shift to start. */
        next: DutyOccurrence.nullable(),
      }),
    ),
  }),
});
export type DutyNow = z.infer<typeof getDutyNow.response>;
