import { expect, test } from 'vitest';
import { alarmTypes } from '../mappings/labels.ts';
import {
  adoptedBy,
  type FoldSubject,
  orphansOf,
  parentOf,
  podFailureRank,
  SAME_CAUSE_MS,
} from './folding.ts';
import { ownerKeyOf } from './owner-key.ts';
import { itemsOf } from './registry.ts';

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
const ofCluster = { target: 'cluster', nodeId: null, ownerKey: null } as const;
const clusterFailure = subject(2, { itemKey: 'cluster.noData', ...ofCluster });
const crashed = (occurredMs: number) => subject(7, { itemKey: 'pod.crashLoop', occurredMs });

test.each([
  ['the failure of its node', [nodeFailure, subject(3)], { alarmId: 1, kind: 'node' }],
  ['the failure of its cluster first', [nodeFailure, clusterFailure], { alarmId: 2, kind: 'cluster' }],
  ['the oldest alarm of its owner', [subject(8), subject(7)], { alarmId: 7, kind: 'owner' }],
  ['no alarm of another node', [{ ...nodeFailure, nodeId: 11 }], null],
  ['no alarm of another cluster', [{ ...clusterFailure, hostId: 2 }], null],
  ['a recent failure of its owner', [crashed(1_000_000 - SAME_CAUSE_MS)], { alarmId: 7, kind: 'owner' }],
  ['no earlier failure of its owner', [crashed(1_000_000 - SAME_CAUSE_MS - 1)], null],
  ['no usage alarm of its owner', [subject(7, { itemKey: 'pod.memUsage' })], null],
  ['no alarm if the only candidate is itself', [subject(9)], null],
] as const)('an alarm of a pod folds under %s', (_what, heads, parent) => {
  expect(parentOf(subject(9), heads)).toEqual(parent);
});

test('an alarm of a workload and those of its pods are one alarm, whichever came first', () => {
  const stuck = subject(9, { itemKey: 'workload.rolloutStuck', target: 'workload', nodeId: null });
  const pull = subject(7, { itemKey: 'pod.imagePull' });
  expect(parentOf(stuck, [pull])).toEqual({ alarmId: 7, kind: 'owner' });
  expect(parentOf(pull, [stuck])).toEqual({ alarmId: 9, kind: 'owner' });
  expect(parentOf(stuck, [{ ...pull, ownerKey: 'default/Deployment/other' }])).toBeNull();
  const late = subject(9, { itemKey: 'workload.cronJobLate', target: 'workload', nodeId: null });
  expect(parentOf(late, [pull])).toBeNull();
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
