import type { Metrics } from '@gwanje/backend/observe/metrics';
import { Counter, Gauge } from 'prom-client';
import type { FeedFollower } from './feed-follower.ts';
import type { FeedSender } from './feed-sender.ts';

/** Shows in `/metrics` how well this replica sends its clusters and copies those of others. */
export function createFeedMetrics(
  { registry }: Metrics,
  sender: Pick<FeedSender, 'stats'>,
  follower: Pick<FeedFollower, 'status'>,
): void {
  const registers = [registry];
  const total = (name: string, help: string, read: (stats: FeedSender['stats']) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read(sender.stats));
      },
    });
  total('gwanje_feed_sent_bytes_total', 'Bytes sent to other replicas', ({ sentBytes }) => sentBytes);
  total(
    'gwanje_feed_sent_snapshots_total',
    'Snapshots of clusters sent to other replicas',
    ({ sentSnapshots }) => sentSnapshots,
  );
  total(
    'gwanje_feed_dropped_followers_total',
    'Connections closed because the other replica read too slowly',
    ({ droppedFollowers }) => droppedFollowers,
  );
  new Gauge({
    name: 'gwanje_feed_followers',
    help: 'Replicas that copy the clusters of this one',
    registers,
    collect() {
      this.set(sender.stats.followers);
    },
  });
  new Gauge({
    name: 'gwanje_feed_lag_seconds',
    help: 'How late the changes of another replica arrive',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { replicaId, lagMs } of follower.status()) this.set({ replica: replicaId }, lagMs / 1000);
    },
  });
  new Gauge({
    name: 'gwanje_feed_broken',
    help: '1 while there is no connection to another running replica',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { replicaId, brokenSinceMs } of follower.status())
        this.set({ replica: replicaId }, brokenSinceMs === null ? 0 : 1);
    },
  });
}
