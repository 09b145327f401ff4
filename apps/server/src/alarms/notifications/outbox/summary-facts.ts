import type { AlarmFacts, MessageFacts } from '../message-facts.ts';

type Summary = Extract<MessageFacts, { list: unknown }>;

/** Alarms that a summary lists one by one. */
const SUMMARY_LINES = 30;

/** One message about many alarms, which names the most severe. An alarm may be given more than once. */
export function summaryFacts(why: Summary['why'], alarms: readonly AlarmFacts[]): Summary {
  const distinct = new Map(alarms.map((alarm) => [alarm.alarmId, alarm]));
  const bySeverity = [...distinct.values()].toSorted((a, b) => b.level - a.level || a.alarmId - b.alarmId);
  return { reason: 'summary', why, count: distinct.size, list: bySeverity.slice(0, SUMMARY_LINES) };
}
