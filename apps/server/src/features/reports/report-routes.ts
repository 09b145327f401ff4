import { JobLimit } from '@gwanje/backend/lifecycle/job-limit';
import { AppError, type ErrorDetail } from '@gwanje/contract/definition/errors';
import { ReportKind } from '@gwanje/contract/reports/report-content';
import {
  getReport,
  listReportSchedules,
  MAX_REPORT_SCHEDULES,
} from '@gwanje/contract/reports/report-schedules';
import { isTotalAdmin, may } from '@gwanje/domain/access/permissions';
import { lastFinishedPeriod, periodOfDate, startsAgain } from '@gwanje/domain/reports/report-periods';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { lockMetaGroup } from '../../access/target-repository.ts';
import { requireRight, requireSeen, requireVersion } from '../../access/targets.ts';
import type { NotificationService } from '../../alarms/notifications/notification-service.ts';
import { insertReportMessage } from '../../alarms/notifications/outbox/outbox-repository.ts';
import type { ServerSettings } from '../../config.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import { deleteRows, insertRow, named, updateRow } from '../../platform/store/row-repository.ts';
import { orConflict } from '../../platform/store/violations.ts';
import { makeReport } from './make-report.ts';
import * as reports from './report-repository.ts';
import { dueAt, makeScheduledReport, nextDueMs, titleOf } from './scheduled-reports.ts';

/** One report is computed at a time, because it reads much; a few wait. */
const computations = new JobLimit(1, 4);
const NAME_TAKEN = { field: 'name', reason: 'taken' };

export const reportRoutes = {
  async getReport({ db, metricStore, settings, user, params, query, now }) {
    const { metaGroupId } = params;
    const { kind, date, timeZone } = query;
    const group = requireSeen('metaGroup', metaGroupId, await reports.findReportGroup(db, user, metaGroupId));
    const period = periodOfDate(kind, timeZone, date);
    if (period.fromMs > now.getTime())
      throw new AppError('invalidParameter', { field: 'date', reason: 'future' });
    const { fromDate } = period;
    const stored = group.isWholeGroup
      ? await reports.findStoredReport(db, { metaGroupId, kind, timeZone, fromDate })
      : undefined;
    // A cluster of the report may belong to a group by now that the reader may not see.
    if (stored && (await reports.seesAllClusters(db, user, hostIdsOf(stored))))
      return getReport.response.parse({ serverTime: now.toISOString(), isStored: true, report: stored });
    const { name: metaGroupName, subGroups, isWholeGroup } = group;
    const request = { metaGroupId, metaGroupName, kind, timeZone, period, subGroups, isWholeGroup };
    const sources = { db, metricStore, settings };
    const report = await computations.run(() => makeReport(sources, request, now));
    return { serverTime: now.toISOString(), isStored: false, report };
  },

  async listReportSchedules({ db, user, notifications, now }) {
    const rows = (await reports.listSchedules(db, user)).filter((row) => may(user, 'report.manage', row));
    return listReportSchedules.response.parse({
      serverTime: now.toISOString(),
      hasMailServer: notifications.mailClient !== undefined,
      scheduleList: rows.map((row) => scheduleRow(row, now)),
    });
  },

  async insertReportSchedule(call) {
    const { db, user, body, now, audit } = call;
    await requireManagedGroup(call, body.metaGroupId);
    if ((await reports.countSchedules(db, body.metaGroupId)) >= MAX_REPORT_SCHEDULES)
      throw new AppError('conflict', { field: 'metaGroupId', reason: 'tooMany' });
    const row = {
      ...body,
      ...named(body.name),
      recipientList: JSON.stringify(body.recipientList),
      scopeUserNo: scopeOf(user),
      activeFrom: now,
      createdAt: now,
      updatedAt: now,
    };
    const reportScheduleId = await orConflict(insertRow(db, 'reportSchedule', row), NAME_TAKEN);
    await audit('reportSchedule.insert', reportScheduleId, { after: body });
    return { reportScheduleId };
  },

  async updateReportSchedule(call) {
    const { db, user, body, now, audit } = call;
    const { reportScheduleId, version: expected, ...values } = body;
    const before = await requireSchedule(call, reportScheduleId, { field: 'reportScheduleId' });
    requireVersion(expected, before.version);
    if (values.metaGroupId !== before.metaGroupId)
      throw new AppError('invalidParameter', { field: 'metaGroupId', reason: 'fixed' });
    const version = before.version + 1;
    const row = {
      ...values,
      ...named(values.name),
      recipientList: JSON.stringify(values.recipientList),
      scopeUserNo: scopeOf(user),
      ...(startsAgain(before, values) && { activeFrom: now }),
      // Another admin may see more: it is tried at once.
      failure: null,
      failedAt: null,
      updatedAt: now,
      version,
    };
    await orConflict(updateRow(db, 'reportSchedule', reportScheduleId, row), NAME_TAKEN);
    await audit('reportSchedule.update', reportScheduleId, { before: fieldsOf(before), after: values });
    return { version };
  },

  async deleteReportSchedule(call) {
    const { reportScheduleId } = call.params;
    const before = await requireSchedule(call, reportScheduleId);
    await deleteRows(call.db, 'reportSchedule', reportScheduleId);
    await call.audit('reportSchedule.delete', reportScheduleId, { before: fieldsOf(before) });
  },

  async sendReport({ db, metricStore, settings, notifications, user, body, now, audit }) {
    const { reportScheduleId } = body;
    const detail = { field: 'reportScheduleId' };
    const schedule = allowedSchedule(
      user,
      reportScheduleId,
      await reports.findSchedule(db, user, reportScheduleId),
      detail,
    );
    if (!notifications.mailClient) return { result: 'noMailServer' as const };
    if (schedule.recipientList.length === 0)
      throw new AppError('invalidParameter', { field: 'recipientList', reason: 'empty' });
    const period = lastFinishedPeriod(schedule.kind, schedule.timeZone, now.getTime());
    const sources = { db, metricStore, settings };
    const known = await reports.findReportOfSchedule(db, schedule, period.fromDate);
    const content =
      known === undefined
        ? await computations.run(() => makeScheduledReport(sources, schedule, period, now))
        : await reports.findReport(db, known);
    if (!content) throw new AppError('notFound', detail);
    return await db.transaction().execute(async (trx) => {
      // Somebody may have deleted the schedule meanwhile. Two sends at once: the second one waits here and then finds the
      // message of the first.
      await requireSchedule({ db: trx, user }, reportScheduleId, detail);
      const reportId =
        known ??
        (await reports.storeReport(trx, reportScheduleId, content)) ??
        (await reports.findReportOfSchedule(trx, schedule, period.fromDate));
      if (reportId === undefined) throw new AppError('conflict', { reason: 'changedMeanwhile' });
      await reports.noteMade(trx, reportScheduleId, dueAt(schedule, period));
      if (await reports.isReportWaiting(trx, reportScheduleId, reportId))
        return { result: 'alreadyWaiting' as const };
      const title = titleOf(schedule, content);
      await insertReportMessage(trx, { reportScheduleId, reportId, title }, now);
      const { recipientList } = schedule;
      await audit('reportSchedule.send', reportScheduleId, { fromDate: period.fromDate, recipientList }, trx);
      return { result: 'queued' as const };
    });
  },
} satisfies Routes<{
  metricStore: MetricStore;
  settings: ServerSettings;
  notifications: NotificationService;
}>;

function hostIdsOf({ availability }: { readonly availability: { clusterList: { hostId: number }[] } }) {
  return availability.clusterList.map(({ hostId }) => hostId);
}

type Caller = Pick<Call, 'db' | 'user'>;

async function requireManagedGroup({ db, user }: Caller, metaGroupId: number): Promise<void> {
  const field = 'metaGroupId';
  const group = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId), { field });
  requireRight(user, 'report.manage', group, { field });
}

async function requireSchedule({ db, user }: Caller, reportScheduleId: number, detail = {}) {
  const found = await reports.lockSchedule(db, user, reportScheduleId);
  return allowedSchedule(user, reportScheduleId, found, detail);
}

function allowedSchedule(
  user: Call['user'],
  reportScheduleId: number,
  found: Awaited<ReturnType<typeof reports.findSchedule>>,
  detail: ErrorDetail,
) {
  const schedule = requireSeen('reportSchedule', reportScheduleId, found, detail);
  requireRight(user, 'report.manage', schedule, detail);
  return schedule;
}

/** Reports of a group admin's schedule hold what the admin may see when they are made. */
function scopeOf(user: Call['user']): number | null {
  return isTotalAdmin({ ...user, role: user.standsFor ?? user.role }) ? null : user.userNo;
}

function fieldsOf(schedule: reports.StoredSchedule) {
  const { metaGroupId, name, kind, timeZone, time, recipientList, language, isOn } = schedule;
  return { metaGroupId, name, kind, timeZone, time, recipientList, language, isOn };
}

type ListedSchedule = Awaited<ReturnType<typeof reports.listSchedules>>[number];

function scheduleRow(row: ListedSchedule, now: Date) {
  const { reportScheduleId, metaGroupName, version, isOn, state, sentAt, failure, failedAt } = row;
  return {
    reportScheduleId,
    ...fieldsOf(row),
    metaGroupName,
    version,
    nextAt: isOn ? new Date(nextDueMs(row, now)).toISOString() : null,
    last: lastOf(row),
    failure: failure === null || failedAt === null ? null : { why: failure, at: failedAt.toISOString() },
    delivery:
      state === null || sentAt === null
        ? null
        : {
            state,
            createdAt: sentAt.toISOString(),
            deliveredAt: row.deliveredAt?.toISOString() ?? null,
            note: row.note,
          },
  };
}

/** The kind of a schedule may have changed since its last report. */
function lastOf({ madeAt, fromDate, lastKind, lastTimeZone }: ListedSchedule) {
  if (madeAt === null || fromDate === null || lastTimeZone === null) return null;
  const { toDate } = periodOfDate(ReportKind.parse(lastKind), lastTimeZone, fromDate);
  return { fromDate, toDate, madeAt: madeAt.toISOString() };
}
