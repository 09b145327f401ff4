import type { Db } from '@gwanje/backend/database/schema';
import { alarmLevels } from '@gwanje/domain/mappings/labels';
import type { AlarmUpdate } from '../../engine/alarm-changes.ts';
import type { AlarmService } from '../../engine/alarm-service.ts';
import {
  CHANGE_OF,
  type ObservedEffect,
  updateAlarms,
  writeHistory,
} from '../../engine/repositories/write-repository.ts';
import { enqueueMessages } from '../outbox/enqueue-messages.ts';
import { UNREACHABLE_ITEM } from '../outbox/outbox-repository.ts';
import { findUnreachable, lockUnreachableAlarms, raiseUnreachable } from './unreachable-repository.ts';

const NO_VALUE = { value: null, threshold: null };

/** A single failed attempt raises no alarm. */
export const UNREACHABLE_AFTER_MS = 5 * 60_000;
/** An alarm that a user closed stays closed for this time. Older failures raise no alarm. */
const CLOSED_FOR_MS = 24 * 3_600_000;

/**
 * Raises an alarm for each receiver that cannot be reached, in the cluster of its undelivered message. The
 * alarm is critical once a message was given up, and recovers with the next delivery. The template's other
 * receivers are notified.
 */
export async function updateUnreachableAlarms(
  db: Db,
  now: Date,
  noteUpdates: AlarmService['noteUpdates'],
): Promise<void> {
  const applyUpdates = await db.transaction().execute(async (trx) => {
    const closedAfter = new Date(now.getTime() - CLOSED_FOR_MS);
    const waitingBefore = new Date(now.getTime() - UNREACHABLE_AFTER_MS);
    const unreachable = await findUnreachable(trx, waitingBefore, closedAfter);
    const open = new Map((await lockUnreachableAlarms(trx)).map((alarm) => [alarm.itemKey, alarm]));
    const updates: AlarmUpdate[] = [];
    const effects: ObservedEffect[] = [];
    for (const receiver of unreachable) {
      const { hostId, failedCnt } = receiver;
      const level = failedCnt > 0 ? alarmLevels.critical : alarmLevels.warning;
      const itemKey = `${UNREACHABLE_ITEM}${receiver.webhookId}`;
      const alarm = open.get(itemKey);
      open.delete(itemKey);
      if (alarm) {
        if (alarm.level >= level) continue;
        effects.push({ kind: 'worsen', alarmId: alarm.alarmId, ...NO_VALUE });
        updates.push({ hostId: alarm.hostId, raised: [], changed: [alarm.alarmId] });
      } else if (hostId !== null) {
        const alarmId = await raiseUnreachable(trx, receiver, level, now, closedAfter);
        if (alarmId === undefined) continue;
        effects.push({ kind: 'raise', alarmId, level, ...NO_VALUE });
        updates.push({ hostId, raised: [alarmId], changed: [] });
      }
    }
    for (const { alarmId, hostId } of open.values()) {
      effects.push({ kind: 'recover', alarmId, ...NO_VALUE });
      updates.push({ hostId, raised: [], changed: [alarmId] });
    }
    await updateAlarms(trx, effects, now);
    await writeHistory(trx, effects, now);
    const changes = effects.map(({ alarmId, kind }) => ({ alarmId, reason: CHANGE_OF[kind] }));
    if (changes.length > 0) await enqueueMessages(trx, changes, now, new Map());
    return noteUpdates(trx, updates);
  });
  await applyUpdates();
}
