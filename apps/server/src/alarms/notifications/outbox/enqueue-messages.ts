import { type Former, isEnding, route } from '@gwanje/domain/notifications/routing';
import type { AlarmChangeHandler } from '../../engine/alarm-changes.ts';
import { loadNotifiableAlarms, subGroupsOf } from '../alarm-facts-repository.ts';
import { loadPushReceivers } from '../channels/push/push-repository.ts';
import { loadReceiversOf, loadScopes, type StoredReceiver } from '../receiver-repository.ts';
import {
  endHeldMessages,
  insertMessages,
  loadKnownMessages,
  type NewMessage,
  receiverKey,
  UNREACHABLE_ITEM,
} from './outbox-repository.ts';

/** More messages than this for one receiver in one evaluation become one summary. */
const FLOOD = 20;
/** A person reads them on the screen of a telephone. */
const PUSH_FLOOD = 5;

const NOTHING_SENT: Former = { isSent: false, heldFor: null };

/**
 * Writes the messages about alarm changes into the outbox, in the transaction of the changes. A folded alarm
 * is covered by the message about its parent. A receiver that got a message before the folding still gets the
 * recovery.
 */
export const enqueueMessages: AlarmChangeHandler = async (trx, changes, now, burst) => {
  const alarmIds = changes.map(({ alarmId }) => alarmId);
  const receivers = [...(await loadReceiversOf(trx, alarmIds)), ...(await loadPushReceivers(trx, now))];
  if (receivers.length === 0) return;
  const byTemplate = Map.groupBy(receivers, ({ alarmTemplateId }) => alarmTemplateId);
  const found = await loadNotifiableAlarms(trx, alarmIds, now);
  const isInScope = await loadScopes(trx, receivers, subGroupsOf(found));
  const alarms = new Map(found.map((alarm) => [alarm.alarmId, alarm]));
  // A new alarm has no messages yet.
  const olderIds = changes.filter(({ reason }) => reason !== 'occurred').map(({ alarmId }) => alarmId);
  const known = await loadKnownMessages(trx, olderIds);
  const messages: NewMessage[] = [];
  const overtaken: string[] = [];
  for (const { alarmId, reason } of changes) {
    const alarm = alarms.get(alarmId);
    if (!alarm?.isNotified || (alarm.isFolded && !isEnding(reason))) continue;
    const { facts } = alarm;
    const ofTemplate = [...(byTemplate.get(alarm.alarmTemplateId) ?? []), ...(byTemplate.get(null) ?? [])];
    for (const receiver of ofTemplate) {
      const { webhookId, pushSubscriptionId, name: webhookName } = receiver;
      const key = receiverKey(receiver);
      if (!isInScope(receiver, alarm.subGroupId) || isAbout(receiver, facts.itemKey)) continue;
      const former = known.get(`${alarmId} ${key}`);
      const decision = route(
        receiver,
        { ...alarm, reason, level: facts.level },
        former ?? NOTHING_SENT,
        now.getTime(),
      );
      if (decision.kind === 'nothing') continue;
      if (former?.heldId) overtaken.push(former.heldId);
      if (decision.kind === 'cancel') continue;
      const message = {
        alarmId,
        webhookId,
        pushSubscriptionId,
        webhookName,
        facts: { reason, alarm: facts },
      };
      if (decision.kind === 'hold') {
        messages.push({ ...message, held: { for: decision.for, until: new Date(decision.untilMs) } });
        continue;
      }
      const sentCnt = burst.get(key) ?? 0;
      burst.set(key, sentCnt + 1);
      const mostCnt = webhookId === null ? PUSH_FLOOD : FLOOD;
      messages.push({ ...message, held: sentCnt >= mostCnt ? { for: 'flood', until: now } : null });
    }
  }
  await endHeldMessages(trx, overtaken, 'dropped', 'overtaken');
  await insertMessages(trx, messages, now);
};

/** A receiver gets no message about its own failure. */
function isAbout({ webhookId }: StoredReceiver, itemKey: string): boolean {
  return itemKey === `${UNREACHABLE_ITEM}${webhookId}`;
}
