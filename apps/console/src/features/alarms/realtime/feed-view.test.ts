// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { viewFrom } from './feed-view.ts';
import { soundFor } from './sound.ts';

test.each([
  [undefined, 'all', false],
  ['critical', 'all', false],
  [{ level: 'critical', isUnseenOnly: true }, 'critical', true],
  [{ level: 'nonsense', isUnseenOnly: 1 }, 'all', false],
])('what was kept as %j', (kept, level, isUnseenOnly) => {
  expect(viewFrom(kept)).toEqual({ level, isUnseenOnly });
});

test('one critical alarm among warnings is what is heard; nothing is silent', () => {
  expect([soundFor([]), soundFor([1, 1]), soundFor([1, 5])]).toEqual([null, 'warning', 'critical']);
});
