import type { Database, Db } from '@gwanje/backend/database/schema';
import { AppError } from '@gwanje/contract/definition/errors';
import { type Selectable, sql } from 'kysely';
import { insertRow, lockRow, named, updateRow } from '../../../platform/store/row-repository.ts';
import { orConflict } from '../../../platform/store/violations.ts';

const NAME_TAKEN = { field: 'name', reason: 'taken' } as const;
const MAX_HISTORY = 5000;

/** Counts only clusters of the `allowed` sub groups. */
export function listTemplateRows(db: Db, allowed: Iterable<number>) {
  return db
    .selectFrom('alarmTemplate')
    .leftJoin('userAccount', 'userAccount.userNo', 'alarmTemplate.ownerUserNo')
    .select(['alarmTemplate.alarmTemplateId', 'alarmTemplate.name', 'alarmTemplate.description'])
    .select(['alarmTemplate.ownerUserNo', 'userAccount.name as ownerName', 'alarmTemplate.settings'])
    .select(['alarmTemplate.version', 'alarmTemplate.createdAt', 'alarmTemplate.updatedAt'])
    .select(
      sql<number>`(select count(*) from cluster c where c.alarm_template_id = alarm_template.alarm_template_id
        and c.sub_group_id = any(${[...allowed]}::int[]))::int`.as('clusterCnt'),
    )
    .select(
      sql<number>`(select count(*) from webhook w where w.alarm_template_id = alarm_template.alarm_template_id)::int`.as(
        'webhookCnt',
      ),
    )
    .execute();
}
export type TemplateRow = Awaited<ReturnType<typeof listTemplateRows>>[number];

export function listClustersOf(db: Db, alarmTemplateId: number, allowed: Iterable<number>) {
  return db
    .selectFrom('cluster')
    .select(['hostId', 'name'])
    .where('alarmTemplateId', '=', alarmTemplateId)
    .where(sql<boolean>`sub_group_id = any(${[...allowed]}::int[])`)
    .orderBy('nameKey')
    .execute();
}

export async function lockTemplate(db: Db, alarmTemplateId: number) {
  const row = await lockRow(db, 'alarmTemplate', alarmTemplateId);
  if (!row) throw new AppError('notFound');
  return row;
}

type Template = Pick<Selectable<Database['alarmTemplate']>, 'name' | 'description'>;

export function insertTemplate(
  db: Db,
  values: Template & { readonly settings: string },
  ownerUserNo: number,
  now: Date,
): Promise<number> {
  const row = { ...values, ...named(values.name), ownerUserNo, createdAt: now, updatedAt: now };
  return orConflict(insertRow(db, 'alarmTemplate', row), NAME_TAKEN);
}

export function updateTemplate(
  db: Db,
  alarmTemplateId: number,
  values: Template & { readonly version: number; readonly settings?: string },
  now: Date,
): Promise<void> {
  const change = { ...values, ...named(values.name), updatedAt: now };
  return orConflict(updateRow(db, 'alarmTemplate', alarmTemplateId, change), NAME_TAKEN);
}

/** Returns the names of the clusters. */
export async function applyTemplate(
  db: Db,
  alarmTemplateId: number,
  hostIds: readonly number[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('cluster')
    .set({ alarmTemplateId, updatedAt: now })
    .where(sql<boolean>`host_id = any(${[...hostIds]}::int[])`)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

export function listTemplateChanges(db: Db, alarmTemplateId: number) {
  return db
    .selectFrom('templateChange')
    .select(['at', 'changeType', 'userNo', 'userName', 'detail'])
    .where('alarmTemplateId', '=', alarmTemplateId)
    .orderBy('templateChangeId', 'desc')
    .limit(MAX_HISTORY)
    .execute();
}
