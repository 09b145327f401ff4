import { changedKinds } from '@gwanje/kinds/calls/stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClusterPulse } from '../../live/views/cluster-answers.ts';
import { OWNS_ALL } from '../../platform/ownership.ts';
import { startAnnouncer } from './announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SINCE = '2026-01-01T00:00:00.000Z';
const usual: ClusterPulse = {
  monResult: 'normal',
  dataAt: SINCE,
  isStale: false,
  isApiReachable: true,
  inventoryStoppedAt: null,
  alarmsFailingSince: null,
  missingStatistics: null,
};

test.each<[string, Partial<ClusterPulse>]>([
  ['alarms that cannot be evaluated', { alarmsFailingSince: SINCE }],
  ['missing statistics', { missingStatistics: { nodeCnt: 1, awaitedNodeCnt: 3, since: SINCE } }],
  ['a stopped inventory', { inventoryStoppedAt: SINCE }],
])('announces %s of a cluster as a changed state, once', async (_what, patch) => {
  const publish = vi.fn();
  let pulse = usual;
  const live = { hostIds: () => new Set([1]), clusterPulse: () => pulse };
  const now = () => new Date(SINCE);
  await using _announcer = startAnnouncer({
    live,
    stream: { publish },
    ownership: OWNS_ALL,
    logger: pino({ level: 'silent' }),
    now,
  });
  await vi.advanceTimersByTimeAsync(6000);
  publish.mockClear();
  pulse = { ...usual, ...patch };
  await vi.advanceTimersByTimeAsync(20_000);
  expect(publish).toHaveBeenCalledTimes(1);
  expect(publish).toHaveBeenCalledWith(expect.objectContaining({ ...patch, isStateChanged: true }));
});

test('announces only clusters that this replica owns', async () => {
  const publish = vi.fn();
  const owned = new Set([1]);
  await using _announcer = startAnnouncer({
    live: { hostIds: () => new Set([1, 2]), clusterPulse: () => usual },
    stream: { publish },
    ownership: { owns: (hostId) => owned.has(hostId) },
    logger: pino({ level: 'silent' }),
    now: () => new Date(SINCE),
  });
  await vi.advanceTimersByTimeAsync(6000);
  expect(publish.mock.calls.map(([{ hostId }]) => hostId)).toEqual([1]);
  owned.add(2);
  await vi.advanceTimersByTimeAsync(6000);
  expect(publish.mock.calls.map(([{ hostId }]) => hostId)).toEqual([1, 2]);
});

test('announces all kinds of a cluster whose live state was read again', async () => {
  const publish = vi.fn();
  await using announcer = startAnnouncer({
    live: { hostIds: () => new Set(), clusterPulse: () => null },
    stream: { publish },
    ownership: OWNS_ALL,
    logger: pino({ level: 'silent' }),
    now: () => new Date(SINCE),
  });
  announcer.noteAnyChange(7);
  await vi.advanceTimersByTimeAsync(1500);
  expect(publish.mock.calls).toEqual([[{ type: 'inventoryChanged', hostId: 7, kinds: [...changedKinds] }]]);
});
