import { setTimeout as wait } from 'node:timers/promises';
import { type MessageCauses, NO_CAUSES } from '../../alarms/notifications/message-causes.ts';
import { type CauseSources, findCauses } from './cause-lines.ts';
import { findRecallsOf } from './recalls.ts';
import { subjectOfAlarm } from './subject/find-subject.ts';
import { findAlarm } from './subject/subject-repository.ts';

/** Each source gets this long for a message, and all of them together twice as long. */
const SOURCE_MS = 500;
const TOGETHER_MS = 1000;
const LINES = 3;

/**
 * The first lines for a message about an alarm. They are about the cluster of the alarm only, which every receiver of the
 * message may see. Never fails and never takes long: a message without them is better than a late one.
 */
export async function causesForMessage(sources: CauseSources, alarmId: number): Promise<MessageCauses> {
  const ended = new AbortController();
  const tooSlow = wait(TOGETHER_MS, NO_CAUSES, { signal: ended.signal });
  try {
    return await Promise.race([readCauses(sources, alarmId), tooSlow]);
  } catch (err) {
    sources.logger.warn({ err, alarmId }, 'a message is sent without causes');
    return NO_CAUSES;
  } finally {
    ended.abort();
    await tooSlow.catch(() => undefined);
  }
}

async function readCauses(sources: CauseSources, alarmId: number): Promise<MessageCauses> {
  const alarm = await findAlarm(sources.db, alarmId);
  const subject = await subjectOfAlarm(sources, alarmId);
  if (!alarm || !subject) return NO_CAUSES;
  const ownCluster = new Set([subject.hostId]);
  const { list } = await findCauses(sources, subject, ownCluster, SOURCE_MS);
  const named = { alarmId, itemKey: alarm.itemKey, namespace: alarm.namespace };
  const recalls = await findRecallsOf(sources, named, subject, list[0]?.rule ?? null, ownCluster);
  const handled = recalls.list.find(({ userName, memoList }) => userName !== null || memoList.length > 0);
  return { lines: list.slice(0, LINES), recall: handled ?? null };
}

/** The rule of the likeliest change before an alarm; null: there is none, or it could not be read. */
export async function findFirstCause(sources: CauseSources, alarmId: number): Promise<string | null> {
  const subject = await subjectOfAlarm(sources, alarmId);
  if (!subject) return null;
  const { list } = await findCauses(sources, subject, new Set([subject.hostId]));
  return list[0]?.rule ?? null;
}
