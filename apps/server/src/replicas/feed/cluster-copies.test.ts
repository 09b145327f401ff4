import { expect, it } from 'vitest';
import { applyDelta } from '../../live/delta/apply-delta.ts';
import { LiveState } from '../../live/live-state.ts';
import { ClusterCopies } from './cluster-copies.ts';
import type { ClusterMessage } from './feed-format.ts';
import { podObject } from './testing/changes.ts';
import { NO_ALARMS } from './testing/test-replica.ts';

const of = { hostId: 1, epoch: 5 } as const;
const begin: ClusterMessage = { type: 'begin', ...of, feedNo: 7, ids: Int32Array.of(10, 20) };
const part: ClusterMessage = { type: 'part', ...of, objects: [podObject(10)], latest: [] };
const committed = (feedNo: number, commitNo: number): ClusterMessage => ({
  type: 'committed',
  ...of,
  feedNo,
  commitNo,
});

function open() {
  const live = new LiveState();
  live.setCluster({ hostId: 1, name: 'one', subGroupId: 1 });
  const asked: string[] = [];
  const nothing = () => {};
  const alarmCounts = { apply: nothing, applySnapshot: nothing, objectsAdded: nothing, forget: nothing };
  const copies = new ClusterCopies(
    {
      live,
      copy: (delta) => applyDelta(delta, { live, unmonitored: new Set() }),
      alarmCounts,
    },
    { onCopied: nothing, onSnapshotNeeded: (from) => asked.push(from) },
  );
  const end = (): ClusterMessage => {
    const cluster = live.exportCluster(1);
    if (!cluster) throw new Error('no cluster');
    return { type: 'end', ...of, cluster, alarms: NO_ALARMS, forecasts: [] };
  };
  return { live, copies, asked, end };
}

it('a commit that is reported for the snapshot of another follower does not complete this one', async () => {
  const { copies, end } = open();
  for (const message of [begin, part, end()]) await copies.receive(message, 'a1');
  for (const message of [begin, part, committed(8, 3)]) await copies.receive(message, 'a1');
  expect(copies.copyOf(1)?.commitNo).toBeNull();
  await copies.receive(end(), 'a1');
  expect(copies.copyOf(1)?.commitNo).toBeNull();
  await copies.receive(committed(9, 3), 'a1');
  expect((await copies.own(1, 6))?.commitNo).toBe(3);
});

it('a copy between two messages of one commit is of no commit', async () => {
  const { copies, end } = open();
  for (const message of [begin, part, end(), committed(8, 3)]) await copies.receive(message, 'a1');
  const changes = { type: 'delta', ...of, samples: [], contacts: [], restarts: [] } as const;
  await copies.receive({ ...changes, feedNo: 9, commitNo: null, objects: [podObject(30)] }, 'a1');
  expect(copies.copyOf(1)?.commitNo).toBeNull();
  await copies.receive({ ...changes, feedNo: 10, commitNo: 4, objects: [podObject(40)] }, 'a1');
  expect(copies.copyOf(1)?.commitNo).toBe(4);
});

it('a copy whose snapshot was interrupted is not named to the owner', async () => {
  const { copies, end } = open();
  await copies.receive(begin, 'a1');
  expect(copies.positions()).toEqual([]);
  await copies.receive(end(), 'a1');
  expect(copies.positions()).toEqual([[1, 5, 7]]);
});

it('a message that was lost is noticed, and the snapshot is asked for', async () => {
  const { copies, end } = open();
  for (const message of [begin, part, end()]) await copies.receive(message, 'a1');
  await expect(copies.receive(committed(9, 3), 'a1')).rejects.toThrow(
    'message 9 of cluster 1 arrived after 7',
  );
  expect(copies.positions()).toEqual([]);
});

it('a takeover during the first snapshot gets an incomplete copy, so that it removes what was never committed', async () => {
  const { copies } = open();
  expect(await copies.own(1, 4)).toBeNull();
  for (const message of [begin, part]) await copies.receive(message, 'a1');
  expect(copies.isCopied(1)).toBe(false);
  // The second time after an error.
  for (const epoch of [6, 6]) expect(await copies.own(1, epoch)).toMatchObject({ commitNo: null });
  expect(copies.isCopied(1)).toBe(false);
});

it('a snapshot that arrives before this replica knows that it lost the cluster is asked for again', async () => {
  const { copies, asked, end } = open();
  await copies.own(1, 4);
  for (const message of [begin, part, end()]) await copies.receive(message, 'a1');
  copies.release(1, null);
  expect([asked, copies.positions()]).toEqual([['a1'], []]);
});
