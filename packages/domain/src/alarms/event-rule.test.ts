import { expect, test } from 'vitest';
import { countWithin, matchesEvent } from './event-rule.ts';

const anything = { type: null, reason: null, objectKind: null, namespace: null, messageText: null };
const event = {
  type: 'Warning',
  reason: 'BackOff',
  objectKind: 'Pod',
  namespace: 'default',
  message: 'Back-off restarting',
};
test.each([
  [{}, true],
  [{ type: 'warning', reason: 'backoff', objectKind: 'pod', namespace: 'DEFAULT' }, true],
  [{ reason: 'Back' }, false],
  [{ messageText: 'RESTART' }, true],
  [{ messageText: 'killed' }, false],
  [{ namespace: 'kube-system' }, false],
])('an event rule %j', (over, isMatch) => {
  expect(matchesEvent({ ...anything, ...over }, event)).toBe(isMatch);
});

test('occurrences count only within the window', () => {
  const seen = [
    { atMs: 0, cnt: 5 },
    { atMs: 1000, cnt: 2 },
  ];
  expect([0, 1000, 1999, 3000].map((nowMs) => countWithin(seen, 1000, nowMs))).toEqual([7, 2, 2, 0]);
});
