import { expect, it } from 'vitest';
import { isAttemptExpected } from './delivery-list.tsx';

type Alarm = Parameters<typeof isAttemptExpected>[0];
type Delivery = Alarm['deliveryList'][number];

const serverTime = '2026-11-18T03:00:00.000Z';

function isExpectedFor(delivery: Partial<Delivery>): boolean {
  const due = { state: 'waiting' as const, attemptCnt: 0, nextAttemptAt: serverTime, ...delivery };
  return isAttemptExpected({ serverTime, deliveryList: [due] });
}

it('the page asks again while a first attempt has just become due', () => {
  expect(isExpectedFor({})).toBe(true);
  expect(isExpectedFor({ nextAttemptAt: '2026-11-18T02:59:01.000Z' })).toBe(true);
});

it.each<[string, Partial<Delivery>]>([
  ['has been delivered', { state: 'delivered' }],
  ['is held', { state: 'held' }],
  ['waits for its next attempt', { attemptCnt: 1 }],
  ['is due later', { nextAttemptAt: '2026-11-18T03:00:01.000Z' }],
  ['has been due for a minute', { nextAttemptAt: '2026-11-18T02:59:00.000Z' }],
  ['has no attempt ahead', { nextAttemptAt: null }],
])('the page does not ask again for a delivery that %s', (_what, delivery) => {
  expect(isExpectedFor(delivery)).toBe(false);
});
