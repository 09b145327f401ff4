import { expect, test } from 'vitest';
import { viewFrom } from './feed-view.ts';
import { soundFor } from './sound.ts';

test.each([
  [undefined, 'all', false],
  ['critical', 'all', false],
  [{ level: 'critical', isUnseenOnly: true }, 'critical', true],
  [{ level: 'nonsense', isUnseenOnly: 1 }, 'all', false],
])('restores a view stored as %j', (kept, level, isUnseenOnly) => {
  expect(viewFrom(kept)).toEqual({ level, isUnseenOnly });
});

test('plays the critical sound if one alarm is critical, and none without alarms', () => {
  expect([soundFor([]), soundFor([1, 1]), soundFor([1, 5])]).toEqual([null, 'warning', 'critical']);
});
