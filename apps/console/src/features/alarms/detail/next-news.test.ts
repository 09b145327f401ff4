import { describe, expect, it } from 'vitest';
import { untilNewsMs } from './next-news.ts';

type Alarm = Parameters<typeof untilNewsMs>[0];
type Delivery = Alarm['deliveryList'][number];
type Escalation = Alarm['escalation'];

const serverTime = '2026-11-18T03:00:00.000Z';
const nothing: Escalation = { endedBy: null, sentList: [], nextList: [] };

function untilNewsOf(delivery: Partial<Delivery>): number | false {
  const due = {
    ...{ deliveryId: 'one', webhookName: 'NOC', attemptCnt: 0, nextAttemptAt: serverTime },
    ...{ state: 'waiting' as const, ...delivery },
  };
  return untilNewsMs({ serverTime, deliveryList: [due as Delivery], escalation: nothing });
}

describe('the page asks again about a delivery', () => {
  it.each([
    ['has just become due', '2026-11-18T03:00:00.000Z'],
    ['became due a while ago', '2026-11-18T02:59:01.000Z'],
    ['became due while the server read the answer', '2026-11-18T03:00:01.000Z'],
  ])('whose first attempt %s', (_what, nextAttemptAt) => expect(untilNewsOf({ nextAttemptAt })).toBe(2_000));

  it.each<[string, Partial<Delivery>]>([
    ['has been delivered', { state: 'delivered' }],
    ['is held', { state: 'held' }],
    ['waits for its next attempt', { attemptCnt: 1 }],
    ['has been due for a minute', { nextAttemptAt: '2026-11-18T02:59:00.000Z' }],
    ['has no attempt ahead', { nextAttemptAt: null }],
  ])('but not when it %s', (_what, delivery) => expect(untilNewsOf(delivery)).toBe(false));
});

describe('the page asks again about escalation', () => {
  const step = { rotaName: '당직', stepNo: 1, stepTo: 'first' as const, nameList: ['김당직'] };
  const untilNews = (escalation: Partial<Escalation>) =>
    untilNewsMs({ serverTime, deliveryList: [], escalation: { ...nothing, ...escalation } });

  it.each([
    ['when the next step is due', '2026-11-18T03:05:00.000Z', 302_000],
    ['while the step has just become due', '2026-11-18T02:59:30.000Z', 2_000],
    ['never when the step has been due for a minute', '2026-11-18T02:59:00.000Z', false],
  ])('%s', (_when, at, waitMs) => expect(untilNews({ nextList: [{ ...step, at }] })).toBe(waitMs));

  it('never when no step is sent any more', () => {
    const nextList = [{ ...step, at: '2026-11-18T03:05:00.000Z' }];
    expect(untilNews({ endedBy: 'acknowledged', nextList })).toBe(false);
  });

  const later = '2026-11-18T03:00:00.040Z';
  it.each([
    ['while a step is being sent', serverTime, null, 2_000],
    ['while a step is being sent that was written while the server read the answer', later, null, 2_000],
    ['never when its first attempt failed', serverTime, { why: 'status', detail: '421' } as const, false],
  ])('%s', (_when, at, note, waitMs) => {
    const { nameList: _, ...sent } = step;
    const deliveryList = [{ channel: 'email' as const, state: 'waiting' as const, note }];
    const reached = { ...sent, at, userName: '김당직', reachedAs: 'first' as const, skippedList: [] };
    expect(untilNews({ sentList: [{ ...reached, deliveryList }] })).toBe(waitMs);
  });
});
