import { expect, it } from 'vitest';
import { workloadRecord } from '../testing/records.ts';
import { followWorkload, workloadState } from './index.ts';
import type { WorkloadRecord } from './record.ts';

const stateOf = (more: Partial<WorkloadRecord>) =>
  workloadState(workloadRecord({ kind: 'daemonSet', revision: 1, rolloutPhase: 'progressing', ...more }));

it('notes when a rollout came further, and keeps that time while nothing moves', () => {
  const first = followWorkload(null, stateOf({ updatedCnt: 0 }), 10);
  expect(first.progressedAtMs).toBe(10);
  const same = followWorkload(first, stateOf({ updatedCnt: 0 }), 20);
  expect(same.progressedAtMs).toBe(10);
  expect(followWorkload(same, stateOf({ updatedCnt: 1 }), 30).progressedAtMs).toBe(30);
});

it('shows no rollout when pods of a finished one fail, and one when the template changes', () => {
  const finished = followWorkload(null, stateOf({ rolloutPhase: 'finished' }), 10);
  expect(followWorkload(finished, stateOf({ availableCnt: 1 }), 20).rolloutPhase).toBe('finished');
  expect(followWorkload(finished, stateOf({ revision: 2 }), 20).rolloutPhase).toBe('progressing');
  expect(followWorkload(finished, stateOf({ rolloutPhase: 'paused' }), 20).rolloutPhase).toBe('paused');
});

it('knows nothing about records of agents that send no rollouts', () => {
  const old = workloadState(workloadRecord());
  expect(followWorkload(null, old, 10)).toEqual(old);
});
