import type { ReportContent } from '@gwanje/contract/reports/report-content';
import { reportText } from '@gwanje/domain/reports/report-messages';
import {
  dueMs,
  lastFinishedPeriod,
  periodAt,
  type ReportPeriod,
} from '@gwanje/domain/reports/report-periods';
import { reportTitle } from '@gwanje/domain/reports/report-summary';
import type { Logger } from 'pino';
import { loadSeenSubGroups } from '../../access/seen-groups-repository.ts';
import { insertReportMessage } from '../../alarms/notifications/outbox/outbox-repository.ts';
import { makeReport, type ReportSources } from './make-report.ts';
import {
  listActiveSchedules,
  loadReportGroup,
  noteFailure,
  noteMade,
  type StoredSchedule,
  storeReport,
} from './report-repository.ts';

type Times = Pick<StoredSchedule, 'kind' | 'timeZone' | 'time'>;

/** A report reads much: after a failure it is tried again this much later. */
const RETRY_AFTER_MS = 15 * 60_000;

/**
 * Makes and sends the reports that are due. Only the last finished period is made: after a long outage nobody gets many
 * old reports at once. A failure of one schedule does not keep the others, and is stored for the page of the schedules.
 */
export async function makeDueReports(sources: ReportSources, now: Date, logger: Logger): Promise<void> {
  const { db } = sources;
  for (const schedule of await listActiveSchedules(db)) {
    const { reportScheduleId, failedAt } = schedule;
    const period = duePeriod(schedule, now);
    // Also a clock that was set back does not keep a report from being tried again.
    const isTooSoon = failedAt && Math.abs(now.getTime() - failedAt.getTime()) < RETRY_AFTER_MS;
    if (!period || isTooSoon) continue;
    try {
      const content = await makeScheduledReport(sources, schedule, period, now);
      if (!content) await noteFailure(db, reportScheduleId, 'noAccess', now);
      else if (await storeAndSend(db, schedule, content, period, now))
        logger.info({ reportScheduleId, from: period.fromDate }, 'report made');
    } catch (err) {
      logger.warn({ err, reportScheduleId }, 'report not made');
      await noteFailure(db, reportScheduleId, 'error', now).catch((failure: unknown) =>
        logger.warn({ err: failure, reportScheduleId }, 'failure of a report not stored'),
      );
    }
  }
}

/** The period whose report is due, and was not due before the schedule nor made already. */
function duePeriod(schedule: StoredSchedule, now: Date): ReportPeriod | null {
  const { kind, timeZone, activeFrom } = schedule;
  const period = lastFinishedPeriod(kind, timeZone, now.getTime());
  const at = dueAt(schedule, period);
  return at <= now && at > activeFrom ? period : null;
}

export function dueAt({ timeZone, time }: Times, period: ReportPeriod): Date {
  return new Date(dueMs(timeZone, period, time));
}

/** When the next report is due. That of the last period may have been sent by hand before it was due. */
export function nextDueMs(
  { kind, timeZone, time, activeFrom }: Times & Pick<StoredSchedule, 'activeFrom'>,
  now: Date,
): number {
  const nowMs = now.getTime();
  const lastMs = dueMs(timeZone, lastFinishedPeriod(kind, timeZone, nowMs), time);
  return lastMs > Math.max(nowMs, activeFrom.getTime())
    ? lastMs
    : dueMs(timeZone, periodAt(kind, timeZone, nowMs), time);
}

/** Undefined: the group is deleted, or the admin who saved the schedule sees nothing of it any more. */
export async function makeScheduledReport(
  sources: ReportSources,
  { metaGroupId, kind, timeZone, scopeUserNo }: StoredSchedule,
  period: ReportPeriod,
  now: Date,
): Promise<ReportContent | undefined> {
  const group = await loadReportGroup(sources.db, metaGroupId);
  if (!group) return undefined;
  const sees = await loadSeenSubGroups(sources.db, scopeUserNo === null ? [] : [scopeUserNo]);
  const subGroups = group.subGroups.filter(
    ({ subGroupId }) => scopeUserNo === null || sees(scopeUserNo, subGroupId),
  );
  if (scopeUserNo !== null && subGroups.length === 0) return undefined;
  const request = {
    metaGroupId,
    metaGroupName: group.name,
    kind,
    timeZone,
    period,
    subGroups,
    isWholeGroup: subGroups.length === group.subGroups.length,
  };
  return await makeReport(sources, request, now);
}

/**
 * Stores the report and its message in one transaction: after a crash both are there or neither. False: another server
 * was faster.
 */
async function storeAndSend(
  db: ReportSources['db'],
  schedule: StoredSchedule,
  content: ReportContent,
  period: ReportPeriod,
  now: Date,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { reportScheduleId } = schedule;
    await noteMade(trx, reportScheduleId, dueAt(schedule, period));
    const reportId = await storeReport(trx, reportScheduleId, content);
    if (reportId === undefined) return false;
    if (schedule.recipientList.length > 0)
      await insertReportMessage(trx, { reportScheduleId, reportId, title: titleOf(schedule, content) }, now);
    return true;
  });
}

export function titleOf({ language }: StoredSchedule, content: ReportContent): string {
  const { fromDate, toDate } = content;
  const title = reportTitle(content, language);
  return reportText[language]('mail.subject', { title, from: fromDate, to: toDate });
}
