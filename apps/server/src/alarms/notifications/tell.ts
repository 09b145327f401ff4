import type { Database } from '@gwanje/backend/database/schema';
import { holdReasons } from '@gwanje/contract/alarms';
import { type Former, type HoldReason, type NewsReason, route } from '@gwanje/domain/notifications/routing';
import { type Kysely, sql } from 'kysely';
import { snoozedUntil } from '../engine/snoozed.ts';
import { type AlarmOfFacts, type Facts, factColumns, factsOf } from './facts.ts';
import { FAILING_ITEM } from './failing-item.ts';
import { maintainedUntil } from './maintained.ts';
import { type Message, putIntoOutbox } from './outbox.ts';
import { type KnownReceiver, loadReach, loadReceivers } from './receivers.ts';

type Db = Kysely<Database>;

/** Something that an alarm's receivers may want to know. */
export interface AlarmChange {
  readonly alarmId: number;
  readonly reason: NewsReason;
}

/** How often receivers were told of what happened at once, by webhook. */
export type ToldCounts = Map<number, number>;

/** More than that at once for one receiver are told in one message. */
const FLOOD = 20;

const NOTHING: Former = { isTold: false, heldFor: null };
const BEGINNINGS: ReadonlySet<NewsReason> = new Set(['occurred', 'worsened', 'reoccurred', 'unfolded']);

/**
 * Lays messages into the outbox, in the transaction of what they tell of. What is folded under another alarm is told
 * with that; whoever was told of something before it was folded hears of its end all the same.
 */
export async function tellReceivers(
  db: Db,
  changes: readonly AlarmChange[],
  now: Date,
  toldCnt: ToldCounts = new Map(),
): Promise<void> {
  if (changes.length === 0) return;
  const alarms = await loadAlarms(db, changes, now);
  const receivers = await loadReceivers(db, new Set([...alarms.values()].map((one) => one.alarmTemplateId)));
  if (receivers.length === 0) return;
  const byTemplate = Map.groupBy(receivers, ({ alarmTemplateId }) => alarmTemplateId);
  const mayTell = await loadReach(db, receivers);
  const former = await loadFormer(db, changes);
  const messages: Message[] = [];
  const cancelled: string[] = [];
  for (const { alarmId, reason } of changes) {
    const alarm = alarms.get(alarmId);
    if (!alarm || (alarm.parentAlarmId !== null && BEGINNINGS.has(reason))) continue;
    const news = {
      reason,
      level: alarm.level,
      subGroupId: alarm.subGroupId,
      maintainedUntilMs: alarm.maintainedUntil?.getTime() ?? null,
      snoozedUntilMs: alarm.snoozedUntil?.getTime() ?? null,
    };
    for (const receiver of byTemplate.get(alarm.alarmTemplateId) ?? []) {
      if (!mayTell(receiver, alarm.subGroupId) || isAbout(receiver, alarm)) continue;
      const known = former.get(`${alarmId} ${receiver.webhookId}`);
      const decision = route(receiver, news, known ?? NOTHING, now.getTime());
      if (decision.kind === 'nothing') continue;
      if (known?.heldId) cancelled.push(known.heldId);
      if (decision.kind === 'cancel') continue;
      const told = toldCnt.get(receiver.webhookId) ?? 0;
      if (decision.kind === 'tell') toldCnt.set(receiver.webhookId, told + 1);
      const isFlood = decision.kind === 'tell' && told >= FLOOD;
      messages.push({
        ...messageOf(receiver, alarm, { reason, alarm: factsOf(alarm) }),
        held: isFlood
          ? { for: 'flood', until: now }
          : decision.kind === 'hold'
            ? { for: decision.for, until: new Date(decision.untilMs) }
            : null,
      });
    }
  }
  await dropHeld(db, cancelled);
  await putIntoOutbox(db, messages, now);
}

function messageOf(receiver: KnownReceiver, { alarmId }: AlarmOfFacts, facts: Facts): Omit<Message, 'held'> {
  return {
    alarmId,
    webhookId: receiver.webhookId,
    webhookName: receiver.name,
    reason: facts.reason,
    facts,
  };
}

/** That it does not work is of no use to the receiver that does not. */
function isAbout({ webhookId }: KnownReceiver, { itemKey }: AlarmOfFacts): boolean {
  return itemKey === `${FAILING_ITEM}${webhookId}`;
}

async function loadAlarms(db: Db, changes: readonly AlarmChange[], now: Date) {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(factColumns)
    .select(['cluster.name as clusterName', 'cluster.subGroupId', 'cluster.alarmTemplateId'])
    .select('alarm.parentAlarmId')
    .select([snoozedUntil(now).as('snoozedUntil'), maintainedUntil(now).as('maintainedUntil')])
    .where(sql<boolean>`alarm.alarm_id = any(${changes.map(({ alarmId }) => alarmId)}::int[])`)
    .where('alarm.isNotified', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.alarmId, row]));
}

interface Known extends Former {
  readonly heldId: string | null;
}

/** By alarm and receiver. What just began has no past. */
async function loadFormer(db: Db, changes: readonly AlarmChange[]): Promise<ReadonlyMap<string, Known>> {
  const ids = changes.filter(({ reason }) => reason !== 'occurred').map(({ alarmId }) => alarmId);
  const former = new Map<string, Known>();
  if (ids.length === 0) return former;
  const rows = await db
    .selectFrom('outbox')
    .select(['alarmId', 'webhookId', 'state', 'heldFor', 'deliveryId'])
    .where(sql<boolean>`alarm_id = any(${ids}::int[])`)
    .where('state', '<>', 'dropped')
    // Whoever releases one of them at this moment goes first: it is told then, and so is its end.
    .forUpdate()
    .execute();
  for (const row of rows) {
    const key = `${row.alarmId} ${row.webhookId}`;
    const { isTold, heldFor, heldId } = former.get(key) ?? { ...NOTHING, heldId: null };
    const isHeld = row.state === 'held';
    former.set(key, {
      isTold: isTold || !isHeld,
      heldFor: isHeld ? holdReasonOf(row.heldFor) : heldFor,
      heldId: isHeld ? row.deliveryId : heldId,
    });
  }
  return former;
}

export function holdReasonOf(text: string | null): HoldReason {
  return holdReasons.find((reason) => reason === text) ?? 'snooze';
}

async function dropHeld(db: Db, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db
    .updateTable('outbox')
    .set({ state: 'dropped', heldUntil: null, lastError: 'overtaken by what happened next' })
    .where('deliveryId', 'in', deliveryIds)
    .where('state', '=', 'held')
    .execute();
}
