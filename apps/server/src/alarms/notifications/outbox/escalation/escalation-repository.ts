import type { Database, Db } from '@gwanje/backend/database/schema';
import type { AlarmEscalation } from '@gwanje/contract/alarms/alarm-escalation';
import { confirmLevels } from '@gwanje/domain/mappings/labels';
import { type Insertable, sql } from 'kysely';
import type { StoredRota } from '../../../duty/rota-repository.ts';

export type StepDelivery = AlarmEscalation['sentList'][number]['deliveryList'][number];

/** SQL: nobody has acknowledged the alarm, and it is not over. Expects a row of `alarm`. */
const isUnacknowledged = sql<boolean>`(alarm.confirm_level = ${confirmLevels.occurred}
  and alarm.recovered_at is null)`;

/** SQL: since when nobody has acknowledged the alarm. It begins anew when the alarm comes back. */
const beganAt = sql<Date>`coalesce((select max(at) from alarm_change c where c.alarm_id = alarm.alarm_id
  and c.change in ('reoccurred', 'unfolded') and c.confirm_level = ${confirmLevels.occurred}), alarm.occurred_at)`;

export async function findSubGroupOfAlarm(db: Db, alarmId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select('cluster.subGroupId')
    .where('alarmId', '=', alarmId)
    .executeTakeFirst();
  return row?.subGroupId;
}

/** The sub groups of alarms, in the order of their names. */
export async function listSubGroupsOfAlarms(db: Db, alarmIds: readonly number[]) {
  return await db
    .selectFrom('subGroup')
    .select(['subGroupId', 'name'])
    .where(
      sql<boolean>`sub_group_id in (select c.sub_group_id from alarm a join cluster c on c.host_id = a.host_id
        where a.alarm_id = any(${[...alarmIds]}::int[]))`,
    )
    .orderBy('nameKey')
    .execute();
}

/**
 * Locks alarms that nobody has acknowledged and that wait for a step, in the order of their ids, as every writer of alarms
 * does. A locked alarm waits for the next round. The time of a step follows from its rota and the steps before it, so a found
 * alarm may still have to wait.
 */
export async function lockWaitingForStep(db: Db, now: Date, afterAlarmId: number, limit: number) {
  const { rows } = await sql<{ alarmId: number; subGroupId: number; beganAt: Date }>`
    with step as materialized (
      select s.sub_group_id, r.duty_rota_id, (one.no - 1)::int as step_no,
        (one.value ->> 'afterMin')::int as after_min, (one.value ->> 'minLevel')::int as min_level
      from duty_rota r join sub_group s on s.meta_group_id = r.meta_group_id
      cross join lateral json_array_elements(r.plan -> 'stepList') with ordinality as one (value, no)
      where r.covers_all or exists (select 1 from duty_rota_group link
        where link.duty_rota_id = r.duty_rota_id and link.sub_group_id = s.sub_group_id))
    select alarm.alarm_id, cluster.sub_group_id, since.began_at
    from alarm join cluster on cluster.host_id = alarm.host_id
    cross join lateral (select ${beganAt} as began_at) since
    where ${isUnacknowledged} and alarm.is_notified and alarm.parent_alarm_id is null
      and alarm.alarm_id > ${afterAlarmId}
      and exists (
        select 1 from step
        where step.sub_group_id = cluster.sub_group_id and step.min_level <= alarm.level
          and since.began_at + make_interval(mins => step.after_min) <= ${now}
          and not exists (
            select 1 from alarm_escalation e
            where e.alarm_id = alarm.alarm_id and e.duty_rota_id = step.duty_rota_id
              and e.began_at = since.began_at and e.step_no = step.step_no))
    order by alarm.alarm_id limit ${limit} for update of alarm skip locked`.execute(db);
  return rows;
}

export async function findBeganAt(db: Db, alarmId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('alarm')
    .select(beganAt.as('beganAt'))
    .where('alarmId', '=', alarmId)
    .executeTakeFirst();
  return row?.beganAt;
}

/** The messages of a step, as JSON. */
const deliveries = sql<readonly StepDelivery[]>`(select coalesce(json_agg(json_build_object(
    'channel', case when o.push_subscription_id is null then 'email' else 'push' end,
    'state', o.state, 'note', o.note) order by o.seq), '[]')
  from outbox o where o.delivery_id = any(e.delivery_ids))`;

/** The steps that were sent, oldest first, with the state of their messages. */
export async function listSentSteps(db: Db, alarmIds: readonly number[]) {
  return await db
    .selectFrom('alarmEscalation as e')
    .select(['e.alarmId', 'e.dutyRotaId', 'e.rotaName', 'e.beganAt', 'e.stepNo', 'e.stepTo', 'e.userNo'])
    .select(['e.userName', 'e.reachedAs', 'e.skipped', 'e.at', deliveries.as('deliveryList')])
    .where(sql<boolean>`e.alarm_id = any(${[...alarmIds]}::int[])`)
    .orderBy('e.at')
    .orderBy('e.stepNo')
    .orderBy('e.userName')
    .execute();
}

/** When the steps were sent, without their messages. */
export async function listSentTimes(db: Db, alarmIds: readonly number[]) {
  return await db
    .selectFrom('alarmEscalation')
    .select(['alarmId', 'dutyRotaId', 'beganAt', 'stepNo', 'at'])
    .where(sql<boolean>`alarm_id = any(${[...alarmIds]}::int[])`)
    .execute();
}

export async function insertSentSteps(
  db: Db,
  steps: readonly Insertable<Database['alarmEscalation']>[],
): Promise<void> {
  if (steps.length > 0)
    await db
      .insertInto('alarmEscalation')
      .values([...steps])
      .execute();
}

/** Messages to people that still wait, although somebody has acknowledged the alarm or it is over. */
export async function dropNeedlessMessages(db: Db): Promise<void> {
  await sql`update outbox set state = 'dropped', next_attempt_at = null, note = '{"why":"acknowledged","detail":null}'
    from alarm where outbox.user_no is not null and outbox.state = 'waiting' and outbox.alarm_id = alarm.alarm_id
      and not ${isUnacknowledged}`.execute(db);
}

/** The rotas with steps that cover a sub group. */
export function rotasWithSteps(rotas: readonly StoredRota[], subGroupId: number): StoredRota[] {
  return rotas.filter(
    ({ plan, subGroupIds }) => plan.stepList.length > 0 && subGroupIds.includes(subGroupId),
  );
}
