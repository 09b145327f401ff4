import type { Db } from '@gwanje/backend/database/schema';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Lines, readLines, type ShiftOfGroups } from './handover-lines-repository.ts';

interface AlarmFacts {
  readonly key: string;
  readonly subGroupId: number;
  readonly alarmId: number;
  readonly clusterName: string;
  readonly level: number;
  readonly confirmLevel: number;
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly objectName: string;
  readonly namespace: string | null;
  readonly occurredAt: Date;
  readonly recoveredAt: Date | null;
  readonly confirmedBy: string | null;
  readonly confirmedByNo: number | null;
  readonly memo: unknown;
}

/**
 * opened: raised in the shift · handled: a person confirmed or closed it in the shift · open: it was open at the end. Without
 * folded alarms. Level, confirmation and recovery are those at the end of the shift, also when the next shift has changed them.
 */
export async function listAlarms(
  db: Db,
  { subGroupIds, from, to, isOver }: ShiftOfGroups,
  which: 'opened' | 'handled' | 'open',
): Promise<Lines<AlarmFacts>> {
  const isOpenNow = sql<SqlBool>`a.confirm_level in (1, 2, 3)`;
  const conditions: Readonly<Record<typeof which, RawBuilder<SqlBool>>> = {
    opened: sql`a.occurred_at >= ${from}`,
    handled: sql`a.confirmed_at >= ${from} and (a.confirmed_at < ${to} or state_then.acted_at >= ${from})`,
    // While the shift runs, what is open now is enough, and has an index.
    open: isOver
      ? sql`(${isOpenNow} or a.changed_at >= ${to}) and coalesce(state_then.confirm_level, a.confirm_level) in (1, 2, 3)`
      : isOpenNow,
  };
  // What the next shift has changed; the others are as they were at the end.
  const stateThen = isOver
    ? sql`left join lateral (
        select h.level, h.confirm_level,
          (select at from alarm_change where alarm_id = a.alarm_id and change = 'confirmed' and at < ${to}
            order by alarm_change_id desc limit 1) as acted_at
        from alarm_change h where a.changed_at >= ${to} and h.alarm_id = a.alarm_id and h.at < ${to}
        order by h.alarm_change_id desc limit 1) state_then on true`
    : sql`cross join (select null::int as level, null::int as confirm_level, null::timestamptz as acted_at) state_then`;
  const lines = sql`
    select a.alarm_id, c.sub_group_id, c.name as cluster_name, a.occurred_at, coalesce(state_then.level, a.level) as level,
      coalesce(state_then.confirm_level, a.confirm_level) as confirm_level
    from alarm a join cluster c on c.host_id = a.host_id ${stateThen}
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and a.parent_alarm_id is null and a.occurred_at < ${to}
      and ${conditions[which]}`;
  const withDetails = (keptLines: RawBuilder<unknown>) => sql`
    select line.*, 'alarm:' || a.alarm_id as key, a.item_key, a.item_name, a.value, a.threshold, a.object_name, a.namespace,
      case when a.recovered_at < ${to} then a.recovered_at end as recovered_at, acted.user_name as confirmed_by,
      acted.user_no as confirmed_by_no,
      (select json_build_object('text', m.text, 'userName', m.user_name, 'userNo', m.user_no,
          'at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from alarm_memo m where m.alarm_id = a.alarm_id and m.at < ${to} order by m.alarm_memo_id desc limit 1) as memo
    from ${keptLines} line join alarm a on a.alarm_id = line.alarm_id
    left join lateral (
      select h.user_name, h.user_no from alarm_change h
      where h.alarm_id = a.alarm_id and h.change = 'confirmed' and h.at < ${to}
      order by h.alarm_change_id desc limit 1) acted on true`;
  const order = sql`level desc, occurred_at desc, alarm_id desc`;
  return await readLines<AlarmFacts>(db, { lines, order, withDetails });
}
