import { changedKinds } from '@gwanje/kinds/calls/stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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

function announcing(given: Partial<Parameters<typeof startAnnouncer>[0]>) {
  const publish = vi.fn();
  const announcer = startAnnouncer({
    live: { hostIds: () => new Set([1]), clusterPulse: () => usual },
    stream: { publish },
    ownership: OWNS_ALL,
    logger: pino({ level: 'silent' }),
    now: () => new Date(SINCE),
    ...given,
  });
  onTestFinished(() => announcer[Symbol.asyncDispose]());
  return { announcer, publish };
}

test.each<[string, Partial<ClusterPulse>]>([
  ['alarms that cannot be evaluated', { alarmsFailingSince: SINCE }],
  ['missing statistics', { missingStatistics: { nodeCnt: 1, awaitedNodeCnt: 3, since: SINCE } }],
  ['a stopped inventory', { inventoryStoppedAt: SINCE }],
])('announces %s of a cluster as a changed state, once', async (_what, patch) => {
  let pulse = usual;
  const { publish } = announcing({ live: { hostIds: () => new Set([1]), clusterPulse: () => pulse } });
  await vi.advanceTimersByTimeAsync(6000);
  publish.mockClear();
  pulse = { ...usual, ...patch };
  await vi.advanceTimersByTimeAsync(20_000);
  expect(publish).toHaveBeenCalledTimes(1);
  expect(publish).toHaveBeenCalledWith(expect.objectContaining({ ...patch, isStateChanged: true }));
});

test('announces only clusters that this replica owns', async () => {
  const owned = new Set([1]);
  const { publish } = announcing({
    live: { hostIds: () => new Set([1, 2]), clusterPulse: () => usual },
    ownership: { owns: (hostId) => owned.has(hostId) },
  });
  await vi.advanceTimersByTimeAsync(6000);
  expect(publish.mock.calls.map(([{ hostId }]) => hostId)).toEqual([1]);
  owned.add(2);
  await vi.advanceTimersByTimeAsync(6000);
  expect(publish.mock.calls.map(([{ hostId }]) => hostId)).toEqual([1, 2]);
});

test('announces all kinds of a cluster whose live state was read again', async () => {
  const live = { hostIds: () => new Set<number>(), clusterPulse: () => null };
  const { announcer, publish } = announcing({ live });
  announcer.noteAnyChange(7);
  await vi.advanceTimersByTimeAsync(1500);
  expect(publish.mock.calls).toEqual([[{ type: 'inventoryChanged', hostId: 7, kinds: [...changedKinds] }]]);
});
