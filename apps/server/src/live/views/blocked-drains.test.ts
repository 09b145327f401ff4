import { disruptionBudgetState } from '@gwanje/kinds/disruption-budget/index';
import type { CoveredWorkload } from '@gwanje/kinds/disruption-budget/record';
import type { PodState } from '@gwanje/kinds/pod/index';
import { describe, expect, it } from 'vitest';
import { LiveState } from '../live-state.ts';
import { life, NOW_MS, nodeOf, podLife, podOf } from '../testing/states.ts';
import type { RestartCounts } from './alarm-snapshot.ts';

const BUDGET_ID = 3;
const NO_RESTARTS: RestartCounts = { within: () => 0 };

interface World {
  readonly isSchedulable?: boolean;
  readonly pod: Partial<PodState>;
  readonly workloads: readonly CoveredWorkload[];
  readonly allowedCnt?: number;
}

function isBlocking({ isSchedulable = false, pod, workloads, allowedCnt = 0 }: World): boolean | undefined {
  const live = new LiveState();
  live.setCluster({ hostId: 1, name: 'seoul', subGroupId: 5 });
  live.put('node', 1, 2, nodeOf({ name: 'node-1', isSchedulable }), life);
  const state = disruptionBudgetState({
    kind: 'disruptionBudget',
    uid: 'budget',
    name: 'budget',
    namespace: 'shop',
    createdAt: new Date(NOW_MS).toISOString(),
    minAvailable: '1',
    maxUnavailable: null,
    selector: 'app=web',
    healthyCnt: 1,
    desiredCnt: 1,
    expectedCnt: 1,
    allowedCnt,
    workloads: [...workloads],
    conditions: [],
  });
  live.put('disruptionBudget', 1, BUDGET_ID, state, life);
  live.putPod(1, 10, podOf({ name: 'web-0', namespace: 'shop', nodeName: 'node-1', ...pod }), [], podLife);
  const snapshot = live.alarmSnapshot(1, NOW_MS, NO_RESTARTS);
  const view = snapshot?.facts('disruptionBudget');
  if (!snapshot || !view) return undefined;
  view.object.slot = snapshot.objects('disruptionBudget').slots[0] ?? -1;
  return view.facts.isBlockingDrain;
}

const bare = { ownerKind: null, ownerName: null };
const owned = { ownerKind: 'Deployment', ownerName: 'web' };
const thePod = [{ kind: 'Pod', name: 'web-0' }];

describe('a budget that allows no eviction blocks the drain of a node', () => {
  it.each([
    ['with a pod of its workload', { pod: owned, workloads: [{ kind: 'Deployment', name: 'web' }] }, true],
    ['with a pod without an owner that it covers', { pod: bare, workloads: thePod }, true],
    ['not with another pod without an owner', { pod: { ...bare, name: 'job' }, workloads: thePod }, false],
    [
      'not with a pod of that name in another namespace',
      { pod: { ...bare, namespace: 'b' }, workloads: thePod },
      false,
    ],
    ['not with a workload of that name', { pod: { ...owned, ownerName: 'web-0' }, workloads: thePod }, false],
    ['not with a pod that has ended', { pod: { ...bare, phase: 'Failed' }, workloads: thePod }, false],
    ['not while pods may be placed there', { isSchedulable: true, pod: bare, workloads: thePod }, false],
    ['not while it allows an eviction', { pod: bare, workloads: thePod, allowedCnt: 1 }, false],
  ] satisfies [string, World, boolean][])('%s', (_what, world, expected) => {
    expect(isBlocking(world)).toBe(expected);
  });
});
