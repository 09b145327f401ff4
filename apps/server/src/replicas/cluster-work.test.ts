import { expect, it } from 'vitest';
import { createClusterWork } from './cluster-work.ts';

function clusterWork(copy: { commitNo: number | null; receivedMs: number } | null) {
  const changed: number[] = [];
  const work = createClusterWork({
    live: { setAlarmsFailing: () => {} },
    ownership: { owns: () => true, hostIds: () => [1], failingClusters: () => new Map() },
    pipeline: {
      prepare: async () => {},
      own: async () => {},
      release: async () => null,
      drop: async () => {},
      objectCnt: () => 0,
    },
    alarms: { own: async () => {}, release: async () => {} },
    copies: {
      own: async () => copy,
      release: () => {},
      forget: () => {},
      copyOf: () => copy,
      isCopied: () => copy !== null,
      waitForCommit: async () => true,
    },
    sender: { own: () => {}, release: () => {} },
    noteAnyChange: (hostId) => changed.push(hostId),
  });
  return { work, changed };
}

it.each([
  ['nobody when the copy has the last commit', 4, []],
  ['viewers when the copy lacks a commit', 3, [1]],
  ['viewers when the commit of the copy is not known', null, [1]],
])('a takeover notifies %s', async (_who, copiedNo, expected) => {
  const { work, changed } = clusterWork({ commitNo: copiedNo, receivedMs: 0 });
  await work.own(1, { epoch: 2, commitNo: 4, isGiven: false });
  expect(changed).toEqual(expected);
});

it('a takeover without a copy notifies viewers', async () => {
  const { work, changed } = clusterWork(null);
  await work.own(1, { epoch: 2, commitNo: 4, isGiven: false });
  expect(changed).toEqual([1]);
});
