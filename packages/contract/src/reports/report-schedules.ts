import { z } from 'zod';
import { MAX_RECIPIENTS, recipientForms } from '../alarms/channels.ts';
import { DeliveryNote } from '../alarms/delivery-notes.ts';
import { ClockTime, TimeZone } from '../alarms/webhooks.ts';
import { distinctList } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { MetaGroupId, Name, ReportScheduleId, Timestamp } from '../definition/fields.ts';
import { CalendarDate } from '../duty/duty-rotas.ts';
import { ReportContent, ReportKind } from './report-content.ts';

export const MAX_REPORT_SCHEDULES = 20;

export const getReport = endpoint({
  route: 'GET /report/info/:metaGroupId',
  summary:
    'The report of a meta group for the week or month of a day; only sub groups that the caller may see are in it',
  access: 'all',
  subGroupsIn: 'none',
  query: z.strictObject({ kind: ReportKind, date: CalendarDate, timeZone: TimeZone }),
  response: z.object({
    serverTime: Timestamp,
    /** True: the figures as they were when the period ended. False: they were computed now. */
    isStored: z.boolean(),
    report: ReportContent,
  }),
});

/** The fields that the settings file has too. */
export const reportScheduleFields = {
  /** Unique in the meta group. */
  name: Name,
  kind: ReportKind,
  timeZone: TimeZone,
  /** Time of the day after the period, on the clock of the time zone. */
  time: ClockTime,
  recipientList: distinctList(recipientForms.email, MAX_RECIPIENTS),
  language: z.enum(['ko', 'en']),
  isOn: z.boolean(),
};
const scheduleFields = { metaGroupId: MetaGroupId, ...reportScheduleFields };

/** waiting: it is sent soon, or again · dropped: it could not be written. */
export const reportDeliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const;

/** noAccess: the admin who saved the schedule is deleted or sees nothing of the group any more · error: see the server's log. */
export const reportFailures = ['noAccess', 'error'] as const;

export const ReportSchedule = z.object({
  reportScheduleId: ReportScheduleId,
  ...scheduleFields,
  metaGroupName: z.string(),
  /** When the next report is due; null: the schedule is off. */
  nextAt: Timestamp.nullable(),
  /** The last report that was made; null: none yet. */
  last: z.object({ fromDate: CalendarDate, toDate: CalendarDate, madeAt: Timestamp }).nullable(),
  /** Why the last report that was due is not made yet; null: it is. */
  failure: z.object({ why: z.enum(reportFailures), at: Timestamp }).nullable(),
  /** The last mail; null: none yet. */
  delivery: z
    .object({
      state: z.enum(reportDeliveryStates),
      createdAt: Timestamp,
      deliveredAt: Timestamp.nullable(),
      note: DeliveryNote.nullable(),
    })
    .nullable(),
  version: z.int(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const listReportSchedules = endpoint({
  route: 'GET /report/schedule/list',
  summary: 'The report schedules of the meta groups that the caller may manage',
  access: 'groupAdmin',
  subGroupsIn: 'none',
  response: z.object({
    serverTime: Timestamp,
    /** False: no mail server is set up, so reports are made and not sent. */
    hasMailServer: z.boolean(),
    scheduleList: z.array(ReportSchedule),
  }),
});

export const insertReportSchedule = endpoint({
  route: 'POST /report/schedule/insert',
  summary: 'Create a report schedule for a meta group',
  access: 'groupAdmin',
  subGroupsIn: 'none',
  success: 201,
  body: z.strictObject(scheduleFields),
  response: z.object({ reportScheduleId: ReportScheduleId }),
});

export const updateReportSchedule = endpoint({
  route: 'PUT /report/schedule/update',
  summary: 'Change a report schedule; its meta group stays',
  access: 'groupAdmin',
  subGroupsIn: 'none',
  body: z.strictObject({
    reportScheduleId: ReportScheduleId,
    ...scheduleFields,
    /** Answers 8004 when another user has changed it since. */
    version: z.int().min(0).optional(),
  }),
  response: z.object({ version: z.int() }),
});

export const deleteReportSchedule = endpoint({
  route: 'DELETE /report/schedule/delete/:reportScheduleId',
  summary: 'Delete a report schedule; its reports stay',
  access: 'groupAdmin',
  subGroupsIn: 'none',
});

export const sendReport = endpoint({
  route: 'POST /report/schedule/send',
  summary: 'Send the report of the last finished period to the receivers of a schedule now',
  access: 'groupAdmin',
  subGroupsIn: 'none',
  holdsNoTransaction: true,
  body: z.strictObject({ reportScheduleId: ReportScheduleId }),
  response: z.object({
    /** noMailServer: the installation has none · alreadyWaiting: this report is about to be sent. */
    result: z.enum(['queued', 'noMailServer', 'alreadyWaiting']),
  }),
});
