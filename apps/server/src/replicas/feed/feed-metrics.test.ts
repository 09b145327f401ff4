import { createMetrics } from '@gwanje/backend/observe/metrics';
import { expect, test } from 'vitest';
import { createFeedMetrics } from './feed-metrics.ts';

test('shows the lag of each replica and leaves out those that ended', async () => {
  const metrics = createMetrics('test');
  const status = [
    { replicaId: 'a1', lagMs: 1500, queuedBytes: 0, clockAheadMs: 0, brokenSinceMs: null },
    { replicaId: 'b2', lagMs: 0, queuedBytes: 0, clockAheadMs: 0, brokenSinceMs: 1 },
  ];
  const stats = { sentBytes: 7, sentMessages: 1, sentSnapshots: 2, droppedFollowers: 0, followers: 3 };
  createFeedMetrics(metrics, { stats }, { status: () => status });
  const lines = async () => {
    const text = (await metrics.registry.metrics()).replaceAll(/,?process="test"/g, '').replaceAll('{}', '');
    return text.match(/^gwanje_feed_.*$/gm);
  };
  const shown = [
    'gwanje_feed_sent_bytes_total 7',
    'gwanje_feed_sent_snapshots_total 2',
    'gwanje_feed_dropped_followers_total 0',
    'gwanje_feed_followers 3',
    'gwanje_feed_lag_seconds{replica="a1"} 1.5',
    'gwanje_feed_lag_seconds{replica="b2"} 0',
    'gwanje_feed_broken{replica="a1"} 0',
    'gwanje_feed_broken{replica="b2"} 1',
  ];
  expect([await lines(), await lines()]).toEqual([shown, shown]);
  status.pop();
  expect(await lines()).toEqual(shown.filter((line) => !line.includes('b2')));
});
