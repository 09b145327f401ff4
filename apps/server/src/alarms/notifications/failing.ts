import type { Database } from '@gwanje/backend/database/schema';
import { alarmLevels, alarmTypes, confirmLevels } from '@gwanje/domain/mappings/alarm';
import { type Kysely, sql } from 'kysely';
import type { AlarmNews } from '../engine/engine.ts';
import { FAILING_ITEM } from './failing-item.ts';
import { tellReceivers } from './tell.ts';

type Db = Kysely<Database>;

/** An attempt or two may fail; so long, and somebody has to look. */
export const FAILING_AFTER_MS = 5 * 60_000;
/** Closed by somebody while it still fails: quiet for so long. What was given up longer ago is history. */
const QUIET_MS = 24 * 3_600_000;

interface FailingReceiver {
  readonly webhookId: number;
  readonly name: string;
  readonly hostId: number | null;
  readonly clusterName: string | null;
  readonly failedCnt: number;
}

interface OpenAlarm {
  readonly alarmId: number;
  readonly hostId: number;
  readonly itemKey: string;
  readonly level: number;
}

/**
 * Raises an alarm for each receiver that has not been reached for a while, in the cluster that it was to be told of, and
 * ends those of receivers that answer again. Critical where something was given up. Other receivers are told.
 */
export async function watchFailing(db: Db, now: Date): Promise<readonly AlarmNews[]> {
  return await db.transaction().execute(async (trx) => {
    const failing = await findFailing(trx, now);
    const open = await findOpen(trx);
    const byItem = new Map(open.map((alarm) => [alarm.itemKey, alarm]));
    const news: AlarmNews[] = [];
    for (const receiver of failing) {
      const level = receiver.failedCnt > 0 ? alarmLevels.critical : alarmLevels.warning;
      const known = byItem.get(`${FAILING_ITEM}${receiver.webhookId}`);
      if (known && known.level < level) news.push(await worsen(trx, known, now));
      else if (!known) {
        const alarm = await raise(trx, receiver, level, now);
        if (alarm) news.push(alarm);
      }
    }
    const stillFailing = new Set(failing.map(({ webhookId }) => `${FAILING_ITEM}${webhookId}`));
    for (const alarm of open) if (!stillFailing.has(alarm.itemKey)) news.push(await recover(trx, alarm, now));
    return news;
  });
}

/** Nothing delivered since the failure began; with the cluster that the oldest undelivered message is about. */
async function findFailing(db: Db, now: Date): Promise<readonly FailingReceiver[]> {
  const before = new Date(now.getTime() - FAILING_AFTER_MS);
  const forgotten = new Date(now.getTime() - QUIET_MS);
  const { rows } = await sql<FailingReceiver>`
    select w.webhook_id, w.name, c.host_id, c.name as cluster_name, f.failed_cnt
    from (
      select webhook_id, min(seq) as first_seq, (count(*) filter (where state = 'failed'))::int as failed_cnt
      from outbox u
      where ((state = 'waiting' and attempt_cnt > 0 and created_at <= ${before}) or (state = 'failed' and last_attempt_at > ${forgotten}))
        and last_attempt_at > coalesce((select max(delivered_at) from outbox d where d.webhook_id = u.webhook_id),
          '-infinity'::timestamptz)
      group by webhook_id) f
    join webhook w on w.webhook_id = f.webhook_id and w.is_on
    join outbox o on o.seq = f.first_seq
    left join alarm a on a.alarm_id = o.alarm_id
    left join lateral (
      select host_id, name from cluster
      where cluster.host_id = a.host_id or cluster.alarm_template_id = w.alarm_template_id
      order by (cluster.host_id = a.host_id) desc nulls last, cluster.host_id limit 1) c on true`.execute(db);
  return rows;
}

async function findOpen(db: Db): Promise<readonly OpenAlarm[]> {
  return await db
    .selectFrom('alarm')
    .select(['alarmId', 'hostId', 'itemKey', 'level'])
    .where(sql<boolean>`confirm_level in (1, 2, 3)`)
    .where('recoveredAt', 'is', null)
    .where('itemKey', 'like', `${FAILING_ITEM}%`)
    .execute();
}

async function raise(
  db: Db,
  { webhookId, name, hostId, clusterName }: FailingReceiver,
  level: number,
  now: Date,
): Promise<AlarmNews | null> {
  if (hostId === null || clusterName === null) return null;
  const itemKey = `${FAILING_ITEM}${webhookId}`;
  const closed = await db
    .selectFrom('alarm')
    .select('alarmId')
    .where('itemKey', '=', itemKey)
    .where('closedAt', '>', new Date(now.getTime() - QUIET_MS))
    .where('recoveredAt', 'is', null)
    .executeTakeFirst();
  if (closed) return null;
  const { rows } = await sql<{ alarmId: number }>`
    insert into alarm (alarm_id, host_id, object_key, item_key, item_name, target, object_name, type, level,
      confirm_level, occurred_at, last_occurred_at, changed_at, is_notified, has_evidence)
    values (nextval('alarm_id_seq')::int, ${hostId}, 'cluster', ${itemKey}, ${`알림 전송 실패: ${name}`}, 'cluster',
      ${clusterName}, ${alarmTypes.failure}, ${level}, ${confirmLevels.occurred}, ${now}, ${now}, ${now}, true, true)
    on conflict do nothing returning alarm_id`.execute(db);
  const alarmId = rows[0]?.alarmId;
  if (alarmId === undefined) return null;
  await note(db, alarmId, 'occurred', now);
  await tellReceivers(db, [{ alarmId, reason: 'occurred' }], now);
  return { hostId, raised: [alarmId], changed: [] };
}

async function worsen(db: Db, { alarmId, hostId }: OpenAlarm, now: Date): Promise<AlarmNews> {
  await db
    .updateTable('alarm')
    .set({ level: alarmLevels.critical, changedAt: now })
    .where('alarmId', '=', alarmId)
    .execute();
  await note(db, alarmId, 'worsened', now);
  await tellReceivers(db, [{ alarmId, reason: 'worsened' }], now);
  return { hostId, raised: [], changed: [alarmId] };
}

async function recover(db: Db, { alarmId, hostId }: OpenAlarm, now: Date): Promise<AlarmNews> {
  await sql`update alarm set recovered_at = ${now}, changed_at = ${now},
    confirm_level = case when confirm_level = 1 then 0 else confirm_level end
    where alarm_id = ${alarmId}`.execute(db);
  await note(db, alarmId, 'recovered', now);
  await tellReceivers(db, [{ alarmId, reason: 'recovered' }], now);
  return { hostId, raised: [], changed: [alarmId] };
}

async function note(db: Db, alarmId: number, change: string, now: Date): Promise<void> {
  await sql`insert into alarm_change (alarm_id, at, change, confirm_level, level)
    select alarm_id, ${now}, ${change}, confirm_level, level from alarm where alarm_id = ${alarmId}`.execute(
    db,
  );
}
