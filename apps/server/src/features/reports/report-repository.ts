import type { Database, Db } from '@gwanje/backend/database/schema';
import { type AgedTable, agedTable } from '@gwanje/backend/retention/aged-table';
import { ReportContent, ReportKind } from '@gwanje/contract/reports/report-content';
import type { reportFailures } from '@gwanje/contract/reports/report-schedules';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { seesMetaGroup, seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';

/** A meta group, and its sub groups that the viewer may see. */
export async function findReportGroup(db: Db, viewer: Viewer, metaGroupId: number) {
  const group = await db
    .selectFrom('metaGroup')
    .select(['metaGroupId', 'name', 'ownerUserNo'])
    .select(
      seesMetaGroup(viewer, {
        metaGroupId: 'metaGroup.metaGroupId',
        ownerUserNo: 'metaGroup.ownerUserNo',
      }).as('isSeen'),
    )
    .where('metaGroupId', '=', metaGroupId)
    .executeTakeFirst();
  if (!group) return undefined;
  const all = await db
    .selectFrom('subGroup')
    .select(['subGroupId', 'name'])
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('metaGroupId', '=', metaGroupId)
    .orderBy('nameKey')
    .execute();
  const subGroups = all.filter(({ isSeen }) => isSeen).map(({ subGroupId, name }) => ({ subGroupId, name }));
  return { ...group, subGroups, isWholeGroup: subGroups.length === all.length };
}

/** A meta group with all its sub groups, for work without a caller. */
export async function loadReportGroup(db: Db, metaGroupId: number) {
  const group = await db
    .selectFrom('metaGroup')
    .select(['metaGroupId', 'name'])
    .where('metaGroupId', '=', metaGroupId)
    .executeTakeFirst();
  if (!group) return undefined;
  const subGroups = await db
    .selectFrom('subGroup')
    .select(['subGroupId', 'name'])
    .where('metaGroupId', '=', metaGroupId)
    .orderBy('nameKey')
    .execute();
  return { ...group, subGroups };
}

interface PeriodKey {
  readonly metaGroupId: number;
  readonly kind: ReportKind;
  readonly timeZone: string;
  readonly fromDate: string;
}

/** The first stored report of a whole group for a period. */
export async function findStoredReport(db: Db, key: PeriodKey): Promise<ReportContent | undefined> {
  const row = await db
    .selectFrom('report')
    .select('content')
    .where('metaGroupId', '=', key.metaGroupId)
    .where('kind', '=', key.kind)
    .where('timeZone', '=', key.timeZone)
    .where('fromDate', '=', key.fromDate)
    .where(sql<boolean>`(content ->> 'isWholeGroup')::boolean`)
    .orderBy('reportId')
    .executeTakeFirst();
  return row && ReportContent.parse(row.content);
}

/** Whether the viewer may see each of these clusters; a deleted cluster is nobody's. */
export async function seesAllClusters(db: Db, viewer: Viewer, hostIds: readonly number[]): Promise<boolean> {
  const hidden = await db
    .selectFrom('cluster')
    .select('hostId')
    .where(sql<boolean>`host_id = any(${[...hostIds]}::int[])`)
    .where(sql<boolean>`not ${seesSubGroup(viewer, 'cluster.subGroupId')}`)
    .executeTakeFirst();
  return hidden === undefined;
}

/** Stores the report of a schedule. Undefined: another server stored it first. */
export async function storeReport(
  db: Db,
  reportScheduleId: number,
  content: ReportContent,
): Promise<number | undefined> {
  const { metaGroupId, kind, timeZone, fromDate, madeAt } = content;
  const row = await db
    .insertInto('report')
    .values({
      reportScheduleId,
      metaGroupId,
      kind,
      timeZone,
      fromDate,
      madeAt: new Date(madeAt),
      content: JSON.stringify(content),
    })
    .onConflict((conflict) => conflict.constraint('report_once_unique').doNothing())
    .returning('reportId')
    .executeTakeFirst();
  return row?.reportId;
}

export async function findReport(db: Db, reportId: number): Promise<ReportContent | null> {
  const row = await db
    .selectFrom('report')
    .select('content')
    .where('reportId', '=', reportId)
    .executeTakeFirst();
  return row ? ReportContent.parse(row.content) : null;
}

export async function findReportOfSchedule(
  db: Db,
  { reportScheduleId, kind }: Pick<StoredSchedule, 'reportScheduleId' | 'kind'>,
  fromDate: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('report')
    .select('reportId')
    .where('reportScheduleId', '=', reportScheduleId)
    .where('kind', '=', kind)
    .where('fromDate', '=', fromDate)
    .executeTakeFirst();
  return row?.reportId;
}

export async function isReportWaiting(db: Db, reportScheduleId: number, reportId: number): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('deliveryId')
    .where('reportScheduleId', '=', reportScheduleId)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`(payload ->> 'reportId')::int = ${reportId}`)
    .executeTakeFirst();
  return row !== undefined;
}

const Recipients = z.array(z.string());

type ScheduleRow = Selectable<Database['reportSchedule']>;

/** Values were validated when they were saved. */
function scheduleOf(row: ScheduleRow) {
  return {
    ...row,
    kind: ReportKind.parse(row.kind),
    recipientList: Recipients.parse(row.recipientList),
    language: row.language === 'en' ? ('en' as const) : ('ko' as const),
  };
}

export type StoredSchedule = ReturnType<typeof scheduleOf>;

export async function listActiveSchedules(db: Db): Promise<StoredSchedule[]> {
  const rows = await db
    .selectFrom('reportSchedule')
    .selectAll()
    .where('isOn', '=', true)
    .orderBy('reportScheduleId')
    .execute();
  return rows.map(scheduleOf);
}

/** Notes that the report due at `dueAt` is made: also when it is deleted, it is not made again. */
export async function noteMade(db: Db, reportScheduleId: number, dueAt: Date): Promise<void> {
  await db
    .updateTable('reportSchedule')
    .set({ activeFrom: dueAt, failure: null, failedAt: null })
    .where('reportScheduleId', '=', reportScheduleId)
    .execute();
}

export async function noteFailure(
  db: Db,
  reportScheduleId: number,
  failure: (typeof reportFailures)[number],
  now: Date,
): Promise<void> {
  await db
    .updateTable('reportSchedule')
    .set({ failure, failedAt: now })
    .where('reportScheduleId', '=', reportScheduleId)
    .execute();
}

const SCHEDULE_GROUP = { metaGroupId: 'metaGroup.metaGroupId', ownerUserNo: 'metaGroup.ownerUserNo' };

/** The schedules of the meta groups that the viewer sees, with their last report and mail. */
export async function listSchedules(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom('reportSchedule')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'reportSchedule.metaGroupId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('report')
          .select(['report.madeAt', 'report.fromDate', 'report.kind', 'report.timeZone'])
          .whereRef('report.reportScheduleId', '=', 'reportSchedule.reportScheduleId')
          .orderBy('report.reportId', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('outbox')
          .select(['outbox.state', 'outbox.createdAt as sentAt', 'outbox.deliveredAt', 'outbox.note'])
          .whereRef('outbox.reportScheduleId', '=', 'reportSchedule.reportScheduleId')
          .orderBy('outbox.seq', 'desc')
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .selectAll('reportSchedule')
    .select(['metaGroup.name as metaGroupName', 'metaGroup.ownerUserNo'])
    .select(['last.madeAt', 'last.fromDate', 'last.kind as lastKind', 'last.timeZone as lastTimeZone'])
    .select(['mail.state', 'mail.sentAt', 'mail.deliveredAt', 'mail.note'])
    .where(seesMetaGroup(viewer, SCHEDULE_GROUP))
    .orderBy('metaGroup.nameKey')
    .orderBy('reportSchedule.nameKey')
    .execute();
  return rows.map((row) => ({ ...row, ...scheduleOf(row) }));
}

function schedules(db: Db, viewer: Viewer) {
  return db
    .selectFrom('reportSchedule')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'reportSchedule.metaGroupId')
    .selectAll('reportSchedule')
    .select('metaGroup.ownerUserNo')
    .select(seesMetaGroup(viewer, SCHEDULE_GROUP).as('isSeen'));
}

export async function findSchedule(db: Db, viewer: Viewer, reportScheduleId: number) {
  const row = await schedules(db, viewer).where('reportScheduleId', '=', reportScheduleId).executeTakeFirst();
  return row && { ...row, ...scheduleOf(row) };
}

/** Locks the row, so that the call checks and changes the same version of it. */
export async function lockSchedule(db: Db, viewer: Viewer, reportScheduleId: number) {
  const row = await schedules(db, viewer)
    .where('reportScheduleId', '=', reportScheduleId)
    .forUpdate('reportSchedule')
    .executeTakeFirst();
  return row && { ...row, ...scheduleOf(row) };
}

export async function countSchedules(db: Db, metaGroupId: number): Promise<number> {
  const { cnt } = await db
    .selectFrom('reportSchedule')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('metaGroupId', '=', metaGroupId)
    .executeTakeFirstOrThrow();
  return cnt;
}

/** Reports are kept as long as alarms. */
export function agedReports(keepMs: number): AgedTable {
  return agedTable('report', keepMs, { at: sql`made_at` });
}
