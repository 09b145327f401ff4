import { expect, test } from 'vitest';
import { snoozedUntil } from './snooze.ts';

const snoozed = { hostId: 1, objectId: 20, nodeId: 10, ownerKey: 'default/Deployment/web' };
test.each([
  ['cluster', { objectId: null, ownerKey: null }, 5000],
  ['node', { objectId: 10, ownerKey: null }, 5000],
  ['node', { objectId: 11, ownerKey: null }, null],
  ['owner', { objectId: null, ownerKey: 'default/Deployment/web' }, 5000],
  ['owner', { objectId: null, ownerKey: 'default/Deployment/api' }, null],
  ['object', { objectId: 20, ownerKey: null }, 5000],
  ['object', { objectId: 21, ownerKey: null }, null],
  ['object', { objectId: 20, ownerKey: null, hostId: 2 }, null],
  ['object', { objectId: 20, ownerKey: null, untilMs: 1000 }, null],
] as const)('a snooze of a %s with %j', (scope, over, untilMs) => {
  const snooze = { scope, hostId: 1, untilMs: 5000, ...over };
  expect(snoozedUntil(snoozed, [snooze], 1000)).toBe(untilMs);
});
