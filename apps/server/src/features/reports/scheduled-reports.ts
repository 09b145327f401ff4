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
  findReportOfSchedule,
  listActiveSchedules,
  loadReportGroup,
  type StoredSchedule,
  storeReport,
} from './report-repository.ts';

type Times = Pick<StoredSchedule, 'kind' | 'timeZone' | 'time'>;

/**
 * Makes and sends the reports that are due. Only the last finished period is made: after a long outage nobody gets many
 * old reports at once. A failure of one schedule does not keep the others.
 */
export async function makeDueReports(sources: ReportSources, now: Date, logger: Logger): Promise<void> {
  for (const schedule of await listActiveSchedules(sources.db)) {
    const period = duePeriod(schedule, now);
    if (!period) continue;
    try {
      if ((await findReportOfSchedule(sources.db, schedule, period.fromDate)) !== undefined) continue;
      const content = await makeScheduledReport(sources, schedule, period, now);
      if (content && (await storeAndSend(sources.db, schedule, content, now)))
        logger.info({ reportScheduleId: schedule.reportScheduleId, from: period.fromDate }, 'report made');
    } catch (err) {
      logger.warn({ err, reportScheduleId: schedule.reportScheduleId }, 'report not made');
    }
  }
}

/** The period whose report is due and not older than the schedule. */
function duePeriod(schedule: StoredSchedule, now: Date): ReportPeriod | null {
  const { kind, timeZone, time, activeFrom } = schedule;
  const period = lastFinishedPeriod(kind, timeZone, now.getTime());
  const atMs = dueMs(timeZone, period, time);
  return atMs <= now.getTime() && atMs > activeFrom.getTime() ? period : null;
}

/** When the next report is due. */
export function nextDueMs({ kind, timeZone, time }: Times, now: Date): number {
  const nowMs = now.getTime();
  const lastMs = dueMs(timeZone, lastFinishedPeriod(kind, timeZone, nowMs), time);
  return lastMs > nowMs ? lastMs : dueMs(timeZone, periodAt(kind, timeZone, nowMs), time);
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
export async function storeAndSend(
  db: ReportSources['db'],
  schedule: StoredSchedule,
  content: ReportContent,
  now: Date,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { reportScheduleId } = schedule;
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
