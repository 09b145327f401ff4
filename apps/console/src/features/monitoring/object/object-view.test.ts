import { expect, test } from 'vitest';
import { lastHeardAt } from './object-view.ts';

test.each([
  ['2026-11-16T09:00:00Z', '2026-11-16T18:00:30+09:00', '2026-11-16T18:00:30+09:00'],
  ['2026-11-16T09:00:00Z', '2026-11-16T17:59:00+09:00', '2026-11-16T09:00:00Z'],
  ['2026-11-16T09:00:00Z', null, '2026-11-16T09:00:00Z'],
  [null, '2026-11-16T09:00:00Z', '2026-11-16T09:00:00Z'],
  [null, null, null],
])('described at %j with values of %j: last heard of at %j', (lastSeenAt, dataAt, heardAt) => {
  expect(lastHeardAt({ lastSeenAt, dataAt })).toBe(heardAt);
});
