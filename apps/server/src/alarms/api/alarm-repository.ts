import type { Database, Db } from '@gwanje/backend/database/schema';
import { AlarmRow, alarmColumns, type confirmAlarms, type listAlarms } from '@gwanje/contract/alarms/alarms';
import { keysOf, type ListPage, type Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { type Insertable, sql } from 'kysely';
import { requireSeen } from '../../access/targets.ts';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { columnsOf, listPage, type SqlList } from '../../platform/store/list-repository.ts';
import type { AlarmUpdate } from '../engine/alarm-changes.ts';
import { maintainedUntil, snoozedUntil } from '../engine/repositories/silence-repository.ts';

const CHILD_CNT = sql<number>`(select count(*) from alarm child
  where child.parent_alarm_id = alarm.alarm_id and child.confirm_level in (1, 2, 3))::int`;

function alarmList(now: Date): SqlList<typeof alarmColumns> {
  return {
    columns: alarmColumns,
    expressions: {
      ...columnsOf('alarm', keysOf(alarmColumns)),
      clusterName: sql.ref('cluster.name'),
      isFolded: sql`(alarm.parent_alarm_id is not null)`,
      childCnt: CHILD_CNT,
      isSnoozed: sql`(${snoozedUntil(now)} is not null)`,
      snoozedUntil: snoozedUntil(now),
      isInMaintenance: sql`(${maintainedUntil(now)} is not null)`,
    },
    id: sql.ref('alarm.alarmId'),
    order: '-lastOccurredAt',
  };
}

function rowsOf(db: Db, now: Date) {
  return db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .selectAll('alarm')
    .select(['cluster.name as clusterName', CHILD_CNT.as('childCnt')])
    .select([snoozedUntil(now).as('snoozedUntil'), maintainedUntil(now).as('maintainedUntil')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

function asRow(row: Row): AlarmRow {
  return AlarmRow.parse({
    ...withIsoTimes(row),
    isFolded: row.parentAlarmId !== null,
    isSnoozed: row.snoozedUntil !== null,
    isInMaintenance: row.maintainedUntil !== null,
  });
}

export async function alarmPage(
  db: Db,
  hostIds: readonly number[],
  request: BodyOf<typeof listAlarms> & Page,
  now: Date,
): Promise<ListPage<AlarmRow>> {
  const query = rowsOf(db, now).where(sql<boolean>`alarm.host_id = any(${[...hostIds]}::int[])`);
  const { totalCnt, list } = await listPage(db, query, alarmList(now), request);
  return { totalCnt, list: list.map(asRow) };
}

export async function countOpen(db: Db, hostIds: readonly number[]) {
  const { rows } = await sql<{ warning: number; critical: number; occurred: number }>`
    select count(*) filter (where level = 1)::int as warning, count(*) filter (where level <> 1)::int as critical,
      count(*) filter (where confirm_level = 1)::int as occurred
    from alarm where host_id = any(${[...hostIds]}::int[]) and confirm_level in (1, 2, 3)
      and parent_alarm_id is null`.execute(db);
  return rows[0] ?? { warning: 0, critical: 0, occurred: 0 };
}

export async function findSeenAlarm(db: Db, viewer: Viewer, alarmId: number, now: Date): Promise<AlarmRow> {
  const row = await rowsOf(db, now)
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('alarm.alarmId', '=', alarmId)
    .executeTakeFirst();
  const { isSeen: _seen, ...found } = requireSeen('alarm', alarmId, row);
  return asRow(found);
}

const MAX_CHANGES = 500;
const MAX_CHILDREN = 100;

export async function listChildren(db: Db, alarmId: number, now: Date): Promise<AlarmRow[]> {
  const rows = await rowsOf(db, now)
    .where('alarm.parentAlarmId', '=', alarmId)
    .orderBy('alarm.alarmId')
    .limit(MAX_CHILDREN)
    .execute();
  return rows.map(asRow);
}

export async function listChanges(db: Db, alarmId: number) {
  const rows = await db
    .selectFrom('alarmChange')
    .select(['at', 'change', 'confirmLevel', 'level', 'userName', 'memo', 'value'])
    .where('alarmId', '=', alarmId)
    .orderBy('alarmChangeId', 'desc')
    .limit(MAX_CHANGES)
    .execute();
  return rows.map(withIsoTimes);
}

export async function findEvidence(db: Db, alarmId: number): Promise<unknown> {
  const row = await db
    .selectFrom('alarmEvidence')
    .select('evidence')
    .where('alarmId', '=', alarmId)
    .executeTakeFirst();
  return row?.evidence;
}

/**
 * Includes the owner of the template, who may resend a failed delivery. Of notifications on devices, each user sees only
 * their own.
 */
export function listDeliveries(db: Db, alarmId: number, userNo: number) {
  return db
    .selectFrom('outbox')
    .leftJoin('webhook', 'webhook.webhookId', 'outbox.webhookId')
    .leftJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'webhook.alarmTemplateId')
    .select(['deliveryId', 'webhookName', 'reason', 'state', 'attemptCnt', 'outbox.createdAt'])
    .select(['lastAttemptAt', 'nextAttemptAt', 'deliveredAt', 'note'])
    .select(['receivedCnt', 'receiptText', 'isReceiptFailed', 'heldFor', 'heldUntil'])
    .select(['webhook.webhookId', 'alarmTemplate.ownerUserNo'])
    .where('alarmId', '=', alarmId)
    .where((eb) =>
      eb.or([
        eb('outbox.webhookId', 'is not', null),
        eb('outbox.pushSubscriptionId', 'in', (own) =>
          own
            .selectFrom('pushSubscription')
            .select('pushSubscription.pushSubscriptionId')
            .where('pushSubscription.userNo', '=', userNo),
        ),
      ]),
    )
    .orderBy('outbox.createdAt')
    .execute();
}

export async function insertMemo(
  db: Db,
  memo: Insertable<Database['alarmMemo']>,
): Promise<{ alarmMemoId: number; hostId: number }> {
  const { alarmMemoId } = await db
    .insertInto('alarmMemo')
    .values(memo)
    .returning('alarmMemoId')
    .executeTakeFirstOrThrow();
  const { hostId } = await db
    .updateTable('alarm')
    .set((eb) => ({ memoCnt: eb('memoCnt', '+', 1), changedAt: memo.at }))
    .where('alarmId', '=', memo.alarmId)
    .returning('hostId')
    .executeTakeFirstOrThrow();
  return { alarmMemoId, hostId };
}

export async function listMemos(db: Db, alarmId: number) {
  const rows = await db
    .selectFrom('alarmMemo')
    .select(['alarmMemoId', 'text', 'userNo', 'userName', 'at'])
    .where('alarmId', '=', alarmId)
    .orderBy('alarmMemoId')
    .execute();
  return rows.map(withIsoTimes);
}

/** Locks alarms in the order of their ids, as every writer of alarms does. */
export async function lockAlarms(db: Db, viewer: Viewer, alarmIds: readonly number[]) {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(['alarm.alarmId', 'alarm.confirmLevel', 'alarm.recoveredAt'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where(sql<boolean>`alarm.alarm_id = any(${[...alarmIds]}::int[])`)
    .orderBy('alarm.alarmId')
    .forUpdate('alarm')
    .execute();
  return new Map(rows.map((row) => [row.alarmId, row]));
}

/**
 * Folded alarms are acknowledged and handled with their parent. Closing a parent does not close its children.
 * Returns the changed alarms.
 */
export async function confirm(
  db: Db,
  changes: BodyOf<typeof confirmAlarms>,
  user: { readonly userNo: number; readonly name: string },
  now: Date,
): Promise<AlarmUpdate[]> {
  const { rows } = await sql<{ alarmId: number; hostId: number }>`
    with wanted as (
      select * from unnest(${changes.map(({ alarmId }) => alarmId)}::int[],
        ${changes.map(({ confirmLevel }) => confirmLevel)}::int[],
        ${changes.map(({ memo = null }) => memo)}::text[]) as t (id, level, memo)),
    every_one as (
      select id, level, memo, false as by_parent from wanted
      union all
      select alarm_id, wanted.level, null, true from alarm join wanted on parent_alarm_id = wanted.id
      where wanted.level in (2, 3) and confirm_level in (1, 2) and confirm_level < wanted.level
        and not exists (select 1 from wanted own where own.id = alarm_id)),
    changed as (
      update alarm set confirm_level = every_one.level, confirmed_at = ${now}, confirmed_by = ${user.name},
        changed_at = ${now}, closed_at = case when every_one.level = 4 then ${now}::timestamptz end,
        is_confirmed_by_parent = every_one.by_parent,
        memo_cnt = memo_cnt + case when every_one.memo is null then 0 else 1 end
      from every_one where alarm_id = every_one.id
      returning alarm_id, host_id, alarm.confirm_level, alarm.level, every_one.memo),
    memos as (
      insert into alarm_memo (alarm_id, at, user_no, user_name, text)
      select alarm_id, ${now}, ${user.userNo}::int, ${user.name}, memo from changed where memo is not null),
    history as (
      insert into alarm_change (alarm_id, at, change, confirm_level, level, user_no, user_name, memo)
      select alarm_id, ${now}, 'confirmed', confirm_level, level, ${user.userNo}::int, ${user.name}, memo from changed)
    select alarm_id, host_id from changed`.execute(db);
  return [...Map.groupBy(rows, ({ hostId }) => hostId)].map(([hostId, changed]) => ({
    hostId,
    raised: [],
    changed: changed.map(({ alarmId }) => alarmId),
  }));
}
