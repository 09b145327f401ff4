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

/** The rotas with escalation steps, by the sub groups that they cover. */
export async function listSubGroupsWithSteps(db: Db): Promise<number[]> {
  const { rows } = await sql<{ subGroupId: number }>`
    select distinct s.sub_group_id from sub_group s
    join duty_rota r on r.meta_group_id = s.meta_group_id and json_array_length(r.plan -> 'stepList') > 0
    where r.covers_all or exists (select 1 from duty_rota_group link
      where link.duty_rota_id = r.duty_rota_id and link.sub_group_id = s.sub_group_id)`.execute(db);
  return rows.map(({ subGroupId }) => subGroupId);
}

/**
 * Locks alarms that nobody has acknowledged, in the order of their ids, as every writer of alarms does. A locked alarm waits
 * for the next round.
 */
export async function lockUnacknowledged(
  db: Db,
  subGroupIds: readonly number[],
  afterAlarmId: number,
  limit: number,
) {
  return await db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(['alarm.alarmId', beganAt.as('beganAt')])
    .where(sql<boolean>`cluster.sub_group_id = any(${[...subGroupIds]}::int[])`)
    .where(isUnacknowledged)
    .where('alarm.isNotified', '=', true)
    .where('alarm.parentAlarmId', 'is', null)
    .where('alarm.alarmId', '>', afterAlarmId)
    .orderBy('alarm.alarmId')
    .limit(limit)
    .forUpdate('alarm')
    .skipLocked()
    .execute();
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
    'state', o.state, 'lastError', o.last_error) order by o.seq), '[]')
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
  await sql`update outbox set state = 'dropped', next_attempt_at = null, last_error = 'acknowledged in time'
    from alarm where outbox.user_no is not null and outbox.state = 'waiting' and outbox.alarm_id = alarm.alarm_id
      and not ${isUnacknowledged}`.execute(db);
}

/** The rotas with steps that cover a sub group. */
export function rotasWithSteps(rotas: readonly StoredRota[], subGroupId: number): StoredRota[] {
  return rotas.filter(
    ({ plan, subGroupIds }) => plan.stepList.length > 0 && subGroupIds.includes(subGroupId),
  );
}
