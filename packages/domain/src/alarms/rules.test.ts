import { expect, test } from 'vitest';
import { alarmTypes } from '../mappings/labels.ts';
import { countWithin, matchesEvent } from './event-rule.ts';
import {
  adoptedBy,
  type FoldSubject,
  orphansOf,
  parentOf,
  podFailureRank,
  SAME_CAUSE_MS,
} from './folding.ts';
import { chosenLevels } from './lifecycle.ts';
import { ownerKeyOf } from './owner-key.ts';
import { alarmItems, effectiveSetting, itemsOf, settingError } from './registry.ts';
import { snoozedUntil } from './snooze.ts';
import { verdictOf } from './verdict.ts';

test('users only raise the confirmation level, and level 4 (closed) is final', () => {
  expect(([0, 1, 2, 3, 4] as const).map(chosenLevels)).toEqual([[4], [2, 3, 4], [3, 4], [4], []]);
});

const both = { warning: 80, critical: 90, recoveryMargin: 5 };
test.each([
  [90, 'above', both, 'critical'],
  [80, 'above', both, 'warning'],
  [79.9, 'above', both, 'between'],
  [75, 'above', both, 'between'],
  [74.9, 'above', both, 'ok'],
  [86, 'above', { ...both, warning: null }, 'between'],
  [84, 'above', { ...both, warning: null }, 'ok'],
  [1, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'critical'],
  [7, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'warning'],
  [8, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'between'],
  [Number.POSITIVE_INFINITY, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'ok'],
  [Number.NaN, 'above', both, 'noData'],
  [1e9, 'above', { warning: null, critical: null, recoveryMargin: 0 }, 'ok'],
] as const)('a value of %s, worse %s the threshold: %j', (value, worse, setting, verdict) => {
  expect(verdictOf(value, setting, worse)).toBe(verdict);
});

test('the setting of the nearest layer applies, and its origin is named', () => {
  const key = 'pod.memUsage';
  const at = (warning: number) => ({ [key]: { ...alarmItems[key].standard, warning } });
  const origin = (layers: Parameters<typeof effectiveSetting>[1]) => {
    const { setting, origin: from } = effectiveSetting(key, layers);
    return `${from} ${setting.warning}`;
  };
  expect(origin({ template: {}, cluster: {} })).toBe('standard 90');
  expect(origin({ template: at(70), cluster: {}, object: {} })).toBe('template 70');
  expect(origin({ template: at(70), cluster: at(60), object: {} })).toBe('cluster 60');
  expect(origin({ template: at(70), cluster: at(60), object: at(50) })).toBe('object 50');
});

test.each([
  ['node.cpuUsage', { warning: null, critical: null }, 'noThreshold'],
  ['node.cpuUsage', { warning: 95, critical: 90 }, 'thresholdOrder'],
  ['claim.daysUntilFull', { warning: 2, critical: 7 }, 'thresholdOrder'],
  ['node.notReady', { warning: 1, critical: 1 }, 'notACondition'],
  ['node.notReady', { critical: 2 }, 'notACondition'],
  ['node.cpuUsage', { windowMin: 10 }, 'window'],
  ['pod.restarts', { windowMin: null }, 'window'],
  ['node.cpuUsage', { recoveryMargin: 85 }, 'margin'],
  ['node.cpuUsage', { warning: 50, critical: null }, null],
] as const)('%s with %j has the setting error %s', (key, over, error) => {
  expect(settingError(key, { ...alarmItems[key].standard, ...over })).toBe(error);
});

function subject(alarmId: number, over: Partial<FoldSubject> = {}): FoldSubject {
  return {
    alarmId,
    itemKey: 'pod.notReady',
    target: 'pod',
    hostId: 1,
    objectId: alarmId,
    nodeId: 10,
    ownerKey: 'default/Deployment/web',
    occurredMs: 1_000_000,
    isNotified: true,
    ...over,
  };
}
const nodeFailure = subject(1, { itemKey: 'node.notReady', target: 'node', ownerKey: null });
const clusterFailure = subject(2, {
  itemKey: 'cluster.noData',
  target: 'cluster',
  nodeId: null,
  ownerKey: null,
});

test.each([
  ['the failure of its node', [nodeFailure, subject(3)], { alarmId: 1, kind: 'node' }],
  [
    'the failure of its cluster, even if its node failed too',
    [nodeFailure, clusterFailure],
    { alarmId: 2, kind: 'cluster' },
  ],
  ['the oldest alarm of its owner', [subject(8), subject(7)], { alarmId: 7, kind: 'owner' }],
  ['no alarm of another node', [{ ...nodeFailure, nodeId: 11 }], null],
  ['no alarm of another cluster', [{ ...clusterFailure, hostId: 2 }], null],
  [
    'another failure of its owner that began at most 15 minutes before',
    [subject(7, { itemKey: 'pod.crashLoop', occurredMs: 1_000_000 - SAME_CAUSE_MS })],
    { alarmId: 7, kind: 'owner' },
  ],
  [
    'no other failure of its owner that began earlier',
    [subject(7, { itemKey: 'pod.crashLoop', occurredMs: 1_000_000 - SAME_CAUSE_MS - 1 })],
    null,
  ],
  ['no usage alarm of its owner', [subject(7, { itemKey: 'pod.memUsage' })], null],
  ['no alarm if the only candidate is itself', [subject(9)], null],
] as const)('an alarm of a pod folds under %s', (_what, heads, parent) => {
  expect(parentOf(subject(9), heads)).toEqual(parent);
});

test('symptoms of a pod fold under its first failure before the alarm of its owner, and after its node', () => {
  const podHead = subject(3, { itemKey: 'pod.crashLoop' });
  expect(parentOf(subject(9), [subject(7)], podHead)).toEqual({ alarmId: 3, kind: 'pod' });
  expect(parentOf(subject(9), [nodeFailure], podHead)).toEqual({ alarmId: 1, kind: 'node' });
  expect(parentOf(subject(9), [], subject(9))).toBeNull();
});

test('every failure item of a pod is a possible symptom', () => {
  const failures = itemsOf('pod').filter(({ type }) => type === alarmTypes.failure);
  expect(failures.filter(({ key }) => podFailureRank(key) < 0)).toEqual([]);
  expect(podFailureRank('pod.cpuUsage')).toBe(-1);
});

test('a pod without an owner is not folded under another pod', () => {
  expect(parentOf(subject(9, { ownerKey: null }), [subject(7, { ownerKey: null })])).toBeNull();
  expect(ownerKeyOf('default', null, null)).toBeNull();
});

test('a failure adopts recent alarms of its node or cluster', () => {
  const open = [
    subject(3),
    subject(4, { nodeId: 11 }),
    subject(5, { occurredMs: 1_000_000 - 301_000 }),
    subject(6, { hostId: 2 }),
  ];
  expect(adoptedBy(nodeFailure, open).map(({ alarmId }) => alarmId)).toEqual([3]);
  expect(adoptedBy(clusterFailure, open).map(({ alarmId }) => alarmId)).toEqual([3, 4]);
  expect(adoptedBy(subject(9), open)).toEqual([]);
});

test('open children of a recovered failure become independent; for one owner the oldest becomes the parent', () => {
  expect(orphansOf('node', [subject(3), subject(4)])).toEqual([
    { alarmId: 3, parentId: null, isReopened: true },
    { alarmId: 4, parentId: null, isReopened: true },
  ]);
  expect(orphansOf('owner', [subject(5), subject(4)])).toEqual([
    { alarmId: 4, parentId: null, isReopened: false },
    { alarmId: 5, parentId: 4, isReopened: false },
  ]);
  expect(orphansOf('owner', [])).toEqual([]);
});

test('an alarm with notification is not folded under an alarm without', () => {
  const silent = { isNotified: false };
  const failure = { ...nodeFailure, ...silent };
  const heads = [failure, subject(3, silent), subject(4)];
  expect(parentOf(subject(9), heads)).toEqual({ alarmId: 4, kind: 'owner' });
  expect(parentOf(subject(9, silent), heads)).toEqual({ alarmId: 1, kind: 'node' });
  expect(adoptedBy(failure, heads).map(({ alarmId }) => alarmId)).toEqual([3]);
  expect(orphansOf('pod', [subject(4, silent), subject(5)])).toEqual([
    { alarmId: 5, parentId: null, isReopened: false },
    { alarmId: 4, parentId: 5, isReopened: false },
  ]);
});

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
