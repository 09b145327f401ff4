import type { Db } from '@gwanje/backend/database/schema';
import { isSummed, parseChangeReason, release } from '@gwanje/domain/notifications/routing';
import { loadNotifiableAlarms, type NotifiableAlarm, subGroupsOf } from '../alarm-facts-repository.ts';
import { loadPushReceivers } from '../channels/push/push-repository.ts';
import { loadActiveWebhooks, loadScopes, type StoredReceiver } from '../receiver-repository.ts';
import {
  endHeldMessages,
  type HeldMessage,
  insertMessages,
  lockDueHeldMessages,
  receiverKey,
  releaseMessage,
  updateMessage,
} from './outbox-repository.ts';
import { summaryFacts } from './summary-facts.ts';

const MAX_MESSAGES = 500;

interface Summed {
  readonly message: HeldMessage;
  readonly receiver: StoredReceiver;
  readonly alarm: NotifiableAlarm;
}

/**
 * Sends, drops or holds again messages whose hold has ended, by the current state of their alarms. Messages
 * of quiet hours and of floods become one summary for each receiver. Returns how many messages were handled.
 */
export async function releaseHeld(db: Db, now: Date): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const held = await lockDueHeldMessages(trx, now, MAX_MESSAGES);
    if (held.length === 0) return 0;
    const webhookIds = held.flatMap(({ webhookId }) => webhookId ?? []);
    const subscriptionIds = held.flatMap(({ pushSubscriptionId }) => pushSubscriptionId ?? []);
    const alarmIds = held.flatMap(({ alarmId }) => alarmId ?? []);
    const active = [
      ...(await loadActiveWebhooks(trx, webhookIds)),
      ...(subscriptionIds.length > 0 ? await loadPushReceivers(trx, now, subscriptionIds) : []),
    ];
    const receivers = new Map(active.map((receiver) => [receiverKey(receiver), receiver]));
    const found = await loadNotifiableAlarms(trx, alarmIds, now);
    const alarms = new Map(found.map((alarm) => [alarm.alarmId, alarm]));
    const isInScope = await loadScopes(trx, active, subGroupsOf(found));
    const summed: Summed[] = [];
    for (const message of held) {
      const { deliveryId } = message;
      const receiver = receivers.get(receiverKey(message));
      const alarm = message.alarmId === null ? undefined : alarms.get(message.alarmId);
      if (!receiver) await endHeldMessages(trx, [deliveryId], 'dropped', 'receiverOff');
      else if (!alarm || !isInScope(receiver, alarm.subGroupId))
        await endHeldMessages(trx, [deliveryId], 'dropped', 'notConcerned');
      else if (isSummed(message.heldFor)) summed.push({ message, receiver, alarm });
      else await releaseOne(trx, message, receiver, alarm, now);
    }
    for (const group of Map.groupBy(summed, ({ receiver }) => receiverKey(receiver)).values())
      await sendSummary(trx, group, now);
    return held.length;
  });
}

async function releaseOne(
  db: Db,
  { deliveryId, heldFor, ...message }: HeldMessage,
  receiver: StoredReceiver,
  alarm: NotifiableAlarm,
  now: Date,
): Promise<void> {
  const reason = parseChangeReason(message.reason);
  const decision = release(receiver, { ...alarm, ...alarm.facts, reason, heldFor }, now.getTime());
  if (decision.kind === 'drop') return endHeldMessages(db, [deliveryId], 'dropped', decision.why);
  if (decision.kind === 'hold')
    return updateMessage(db, deliveryId, { heldFor: decision.for, heldUntil: new Date(decision.untilMs) });
  const sentReason = receiver.escalateAfterMin === null ? reason : 'escalated';
  await releaseMessage(db, deliveryId, { reason: sentReason, alarm: alarm.facts }, now);
}

/** The summary shows the current state of the alarms. */
async function sendSummary(db: Db, group: readonly Summed[], now: Date): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { webhookId, pushSubscriptionId, name: webhookName } = first.receiver;
  const why = first.message.heldFor === 'flood' ? 'flood' : 'quiet';
  const facts = summaryFacts(
    why,
    group.map(({ alarm }) => alarm.facts),
  );
  await insertMessages(
    db,
    [{ alarmId: null, webhookId, pushSubscriptionId, webhookName, facts, held: null }],
    now,
  );
  const deliveryIds = group.map(({ message }) => message.deliveryId);
  await endHeldMessages(db, deliveryIds, 'summed');
}
