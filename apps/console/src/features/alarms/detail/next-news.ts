import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';

/** What is due for longer waits for something else, maybe for hours. */
const EXPECTED_WITHIN_MS = 60_000;
const POLL_MS = 2_000;

type Times = Pick<AlarmDetail, 'deliveryList' | 'escalation' | 'serverTime'>;

/**
 * Also if it is later than the answer: the server takes the time of an answer first and then reads, so a step or a message that
 * is written meanwhile is in the answer with a later time. The page would otherwise not ask again for an hour.
 */
function isJustDue(at: string, serverTime: string): boolean {
  return Date.parse(serverTime) - Date.parse(at) < EXPECTED_WITHIN_MS;
}

/** A first attempt has just become due. */
export function isAttemptExpected({
  deliveryList,
  serverTime,
}: Pick<Times, 'deliveryList' | 'serverTime'>): boolean {
  return deliveryList.some(
    ({ state, attemptCnt, nextAttemptAt }) =>
      state === 'waiting' &&
      attemptCnt === 0 &&
      nextAttemptAt !== null &&
      isJustDue(nextAttemptAt, serverTime),
  );
}

function isStepUnderWay({ escalation: { sentList }, serverTime }: Times): boolean {
  return sentList.some(
    ({ at, deliveryList }) =>
      isJustDue(at, serverTime) &&
      deliveryList.some(({ state, note }) => state === 'waiting' && note === null),
  );
}

/**
 * When the page asks again, because no stream event reports it: while a first attempt or an escalation step has just become
 * due, and at the time of the next step.
 */
export function untilNewsMs(alarm: Times): number | false {
  if (isAttemptExpected(alarm) || isStepUnderWay(alarm)) return POLL_MS;
  const { endedBy, nextList } = alarm.escalation;
  const waits = nextList
    .map(({ at }) => Date.parse(at) - Date.parse(alarm.serverTime))
    .filter((waitMs) => waitMs > -EXPECTED_WITHIN_MS);
  return endedBy === null && waits.length > 0 && Math.max(0, Math.min(...waits)) + POLL_MS;
}
