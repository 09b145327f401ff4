import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

interface Wanted {
  readonly itemKey: string;
  /** The workload of the alarm, or its object. */
  readonly workload: { readonly name: string; readonly namespace: string | null } | null;
  /** The likeliest change before the alarm. */
  readonly firstCause: string | null;
  readonly hostIds: readonly number[];
  readonly before: Date;
  readonly since: Date;
  readonly exceptIds: readonly number[];
}

export interface RecalledAlarm {
  readonly alarmId: number;
  readonly hostId: number;
  readonly clusterName: string;
  readonly objectName: string;
  readonly namespace: string | null;
  readonly level: number;
  readonly occurredAt: Date;
  readonly recoveredAt: Date | null;
}

/** Earlier alarms of the item: first those that somebody handled or wrote a memo about, then the newest. */
export async function listEarlierAlarms(db: Db, wanted: Wanted, limit: number): Promise<RecalledAlarm[]> {
  const { itemKey, workload, firstCause, hostIds, before, since, exceptIds } = wanted;
  const same = workload
    ? sql`and coalesce(a.owner_name, a.object_name) = ${workload.name}
        and a.namespace is not distinct from ${workload.namespace}`
    : sql`and a.first_cause = ${firstCause}`;
  const { rows } = await sql<RecalledAlarm>`
    select a.alarm_id, a.host_id, c.name as cluster_name, a.object_name, a.namespace, a.level, a.occurred_at,
      a.recovered_at
    from (
      select * from alarm a
      where a.item_key = ${itemKey} and a.host_id = any(${[...hostIds]}::int[]) and a.occurred_at < ${before}
        and a.occurred_at >= ${since} and not a.alarm_id = any(${[...exceptIds]}::int[]) ${same}
      order by a.occurred_at desc limit ${MAX_EARLIER}
    ) a join cluster c on c.host_id = a.host_id
    order by (a.confirmed_by is not null or a.memo_cnt > 0) desc, a.occurred_at desc, a.alarm_id desc
    limit ${limit}`.execute(db);
  return rows;
}

const MAX_EARLIER = 200;

/** What users did with the alarms, oldest first. The engine has no user. */
export async function listHandling(db: Db, alarmIds: readonly number[]) {
  return await db
    .selectFrom('alarmChange')
    .select(['alarmId', 'at', 'confirmLevel', 'userName'])
    .where(sql<boolean>`alarm_id = any(${[...alarmIds]}::int[])`)
    .where('change', '=', 'confirmed')
    .orderBy('alarmChangeId')
    .execute();
}

/** Newest first. */
export async function listMemosOf(db: Db, alarmIds: readonly number[]) {
  return await db
    .selectFrom('alarmMemo')
    .select(['alarmMemoId', 'alarmId', 'at', 'userNo', 'userName', 'text'])
    .where(sql<boolean>`alarm_id = any(${[...alarmIds]}::int[])`)
    .orderBy('alarmMemoId', 'desc')
    .execute();
}
