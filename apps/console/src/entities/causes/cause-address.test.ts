import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import type { CauseLine } from '@gwanje/kinds/calls/causes';
import { expect, test } from 'vitest';
import { causeAddress, causeComparisonAddress, causeEventsAddress } from './cause-address.ts';

const rollout = { rule: 'rolloutBegun', updatedCnt: 0, desiredCnt: 3 } as const;
const failed = { type: 'Warning', reason: 'FailedCreate', message: '', cnt: 9, usualCnt: 0 } as const;
const burst = { rule: 'eventBurst', ...failed } as const;
const rose = { rule: 'neighbourRose', metric: 'memUsedBytes', from: 1, to: 9 } as const;

function lineOf(changed: Partial<CauseLine>): CauseLine {
  const object = { kind: 'workload', id: ObjectId.parse(3), name: 'web', namespace: 'shop' } as const;
  const place = { hostId: HostId.parse(1), at: '2026-11-16T01:00:00.000Z', distanceS: 60 };
  const counts = { score: 1, foldedList: [], objectCnt: 1, otherClusterCnt: 0 };
  const own = { rule: 'rolloutBegun', relation: 'owner', evidence: rollout } as const;
  return { ...object, ...place, ...counts, ...own, ...changed };
}

test('a line leads to the page of its object around the change', () => {
  const range = 'from=2026-11-16T00%3A30%3A00Z&to=2026-11-16T01%3A30%3A00Z';
  expect(causeAddress(lineOf({}))).toBe(`/mon/workload/summary?hostId=1&workloadId=3&${range}`);
  expect(causeAddress(lineOf({ kind: 'pod', rule: 'neighbourRose', evidence: rose }))).toBe(
    `/mon/pod/mem?hostId=1&podId=3&${range}`,
  );
  expect(causeAddress(lineOf({ kind: 'claim', id: null }))).toContain('/mon/pv-pvc-list?hostId=1');
  expect(causeAddress(lineOf({ kind: null, id: null }))).toBeNull();
  expect(causeAddress(lineOf({ id: null }))).toBeNull();
});

test('a change of the manifest leads to the comparison of the manifests before and after it', () => {
  const comparison =
    '/mon/workload/manifest?hostId=1&workloadId=3&at=2026-11-16T01%3A02%3A00.000Z&comparedAt=2026-11-16T00%3A59%3A00.000Z';
  expect(causeComparisonAddress(lineOf({}))).toBe(comparison);
  const scaled = { rule: 'autoscalerScaled', autoscaler: 'web', from: 1, to: 2 } as const;
  const replicas = { rule: 'replicasChanged', from: 1, to: 2 } as const;
  const folded = lineOf({ rule: 'autoscalerScaled', evidence: scaled, foldedList: [replicas] });
  expect(causeComparisonAddress(folded)).toBe(comparison);
  expect(causeComparisonAddress(lineOf({ rule: 'autoscalerScaled', evidence: scaled }))).toBeNull();
  expect(causeComparisonAddress(lineOf({ kind: 'claim' }))).toBeNull();
});

test('a burst leads to its events; one far away to those of all namespaces', () => {
  const near = causeEventsAddress(lineOf({ rule: 'eventBurst', evidence: burst, relation: 'namespace' }));
  expect(decodeURIComponent(near ?? '')).toBe(
    '/mon/event-list?hostId=1&f.reason==FailedCreate&f.objectNamespace==shop&f.lastAt=2026-11-16T01:00:00.000Z..2026-11-16T01:30:00.000Z',
  );
  const far = causeEventsAddress(lineOf({ rule: 'eventBurst', evidence: burst, relation: 'cluster' }));
  expect(far).not.toContain('objectNamespace');
  expect(causeEventsAddress(lineOf({}))).toBeNull();
});
