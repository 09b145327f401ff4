import type { Database } from '@gwanje/backend/database/schema';
import { isSummed, type NewsReason, release } from '@gwanje/domain/notifications/routing';
import { type Kysely, sql } from 'kysely';
import { snoozedUntil } from '../engine/snoozed.ts';
import { type AlarmFacts, type AlarmOfFacts, type Facts, factColumns, factsOf } from './facts.ts';
import { maintainedUntil } from './maintained.ts';
import { putIntoOutbox } from './outbox.ts';
import { type KnownReceiver, loadReach, receiverOf } from './receivers.ts';
import { holdReasonOf } from './tell.ts';

type Db = Kysely<Database>;

const AT_ONCE = 500;
/** Named one by one in a summary. */
const SUMMARY_LINES = 30;

interface Held {
  readonly deliveryId: string;
  readonly alarmId: number | null;
  readonly webhookId: number;
  readonly reason: string;
  readonly heldFor: string | null;
  readonly payload: unknown;
}

/**
 * Messages whose time has come: told, dropped or held on by what has become of their alarms; those of quiet hours and of
 * floods summed up, one message a receiver. Answers how many there were.
 */
export async function releaseHeld(db: Db, now: Date): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('outbox')
      .select(['deliveryId', 'alarmId', 'webhookId', 'reason', 'heldFor', 'payload'])
      .where('state', '=', 'held')
      .where('heldUntil', '<=', now)
      .orderBy('seq')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    if (held.length === 0) return 0;
    const receivers = await loadAll(trx, held);
    const alarms = await loadAlarms(trx, held, now);
    const mayTell = await loadReach(trx, [...receivers.values()]);
    const summed: { message: Held; receiver: KnownReceiver; alarm: AlarmFacts | null }[] = [];
    for (const message of held) {
      const receiver = receivers.get(message.webhookId);
      const alarm = message.alarmId === null ? undefined : alarms.get(message.alarmId);
      if (!receiver) await drop(trx, message, 'the webhook is gone or off');
      else if (!alarm || !mayTell(receiver, alarm.subGroupId))
        await drop(trx, message, 'nothing left to tell');
      else if (isSummed(holdReasonOf(message.heldFor)))
        summed.push({ message, receiver, alarm: factsOf(alarm) });
      else await releaseOne(trx, message, receiver, alarm, now);
    }
    for (const part of Map.groupBy(summed, ({ receiver }) => receiver.webhookId).values())
      await sumUp(trx, part, now);
    return held.length;
  });
}

/** Those that are on. */
async function loadAll(db: Db, held: readonly Held[]): Promise<ReadonlyMap<number, KnownReceiver>> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('isOn', '=', true)
    .where(sql<boolean>`webhook_id = any(${held.map(({ webhookId }) => webhookId)}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.webhookId, receiverOf(row)]));
}

async function loadAlarms(db: Db, held: readonly Held[], now: Date) {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(factColumns)
    .select(['cluster.name as clusterName', 'cluster.subGroupId', 'alarm.parentAlarmId'])
    .select([snoozedUntil(now).as('snoozedUntil'), maintainedUntil(now).as('maintainedUntil')])
    .where(sql<boolean>`alarm.alarm_id = any(${held.flatMap(({ alarmId }) => alarmId ?? [])}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.alarmId, row]));
}

type Alarm = AlarmOfFacts & {
  readonly subGroupId: number;
  readonly parentAlarmId: number | null;
  readonly snoozedUntil: Date | null;
  readonly maintainedUntil: Date | null;
};

async function releaseOne(
  db: Db,
  message: Held,
  receiver: KnownReceiver,
  alarm: Alarm,
  now: Date,
): Promise<void> {
  const heldFor = holdReasonOf(message.heldFor);
  const decision = release(
    receiver,
    {
      reason: reasonOf(message.reason),
      level: alarm.level,
      subGroupId: alarm.subGroupId,
      maintainedUntilMs: alarm.maintainedUntil?.getTime() ?? null,
      snoozedUntilMs: alarm.snoozedUntil?.getTime() ?? null,
      heldFor,
      confirmLevel: alarm.confirmLevel,
      isRecovered: alarm.recoveredAt !== null,
      isFolded: alarm.parentAlarmId !== null,
    },
    now.getTime(),
  );
  if (decision.kind === 'drop') return drop(db, message, decision.why);
  if (decision.kind === 'hold') {
    await db
      .updateTable('outbox')
      .set({ heldFor: decision.for, heldUntil: new Date(decision.untilMs) })
      .where('deliveryId', '=', message.deliveryId)
      .execute();
    return;
  }
  const reason = receiver.escalateAfterMin === null ? reasonOf(message.reason) : 'escalated';
  await db
    .updateTable('outbox')
    .set({
      state: 'waiting',
      nextAttemptAt: now,
      heldUntil: null,
      reason,
      payload: JSON.stringify({ reason, alarm: factsOf(alarm) } satisfies Facts),
    })
    .where('deliveryId', '=', message.deliveryId)
    .execute();
}

function reasonOf(text: string): NewsReason {
  const reasons: readonly NewsReason[] = [
    'occurred',
    'worsened',
    'reoccurred',
    'unfolded',
    'recovered',
    'closed',
  ];
  return reasons.find((reason) => reason === text) ?? 'occurred';
}

async function drop(db: Db, { deliveryId }: Held, why: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'dropped', heldUntil: null, lastError: why })
    .where('deliveryId', '=', deliveryId)
    .execute();
}

/** As the alarms are by now: what has recovered since says so. */
async function sumUp(
  db: Db,
  part: readonly { message: Held; receiver: KnownReceiver; alarm: AlarmFacts | null }[],
  now: Date,
): Promise<void> {
  const [first] = part;
  if (!first) return;
  const { receiver, message } = first;
  const alarms = new Map(part.flatMap(({ alarm }) => (alarm ? [[alarm.alarmId, alarm]] : [])));
  const gravest = [...alarms.values()].toSorted((a, b) => b.level - a.level || a.alarmId - b.alarmId);
  const facts: Facts = {
    reason: 'summary',
    why: holdReasonOf(message.heldFor) === 'flood' ? 'flood' : 'quiet',
    count: alarms.size,
    list: gravest.slice(0, SUMMARY_LINES),
  };
  const { webhookId, name: webhookName } = receiver;
  await putIntoOutbox(
    db,
    [{ alarmId: null, webhookId, webhookName, reason: facts.reason, facts, held: null }],
    now,
  );
  await db
    .updateTable('outbox')
    .set({ state: 'summed', heldUntil: null })
    .where(
      'deliveryId',
      'in',
      part.map(({ message: { deliveryId } }) => deliveryId),
    )
    .execute();
}

/** A snooze or a maintenance window has ended early: what it held back is looked at again. */
export async function hurryHeld(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ heldUntil: now })
    .where('state', '=', 'held')
    .where('heldFor', 'in', ['maintenance', 'snooze'])
    .where('heldUntil', '>', now)
    .execute();
}
