import type { Db } from '@gwanje/backend/database/schema';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { IngestOptions } from '../ingest-pipeline.ts';
import { deleteClusters, insertCluster, openTestMetrics, type TestMetrics } from './test-pipeline.ts';
import { TestReplica } from './test-replica.ts';

export interface ReplicaFixture {
  readonly db: Db;
  readonly nowMs: number;
  later(ms: number): number;
  /** A new cluster without an owner. */
  cluster(): Promise<number>;
  open(replicaId: string, over?: Partial<IngestOptions>): Promise<TestReplica>;
}

/** Runs a suite on one database and one metric store. The replicas of a test are closed after it. */
export function describeReplicas(name: string, suite: (fixture: ReplicaFixture) => void): void {
  describeWithDatabase(name, (database) => {
    let metrics: TestMetrics | undefined;
    let opened = new AsyncDisposableStack();
    const shared = () => {
      if (!metrics) throw new Error('the metric store is open only in tests and hooks');
      return metrics;
    };
    beforeAll(async () => {
      metrics = await openTestMetrics();
    });
    afterEach(async () => {
      await opened.disposeAsync();
      opened = new AsyncDisposableStack();
      // The next replicas would read the objects of all earlier tests at their start.
      await deleteClusters(database().db);
    });
    afterAll(() => metrics?.[Symbol.asyncDispose]());
    suite({
      get db() {
        return database().db;
      },
      get nowMs() {
        return shared().clock.now().getTime();
      },
      later(ms) {
        shared().clock.advance(ms);
        return shared().clock.now().getTime();
      },
      cluster: () => insertCluster(database().db),
      open: async (replicaId, over) =>
        opened.use(await TestReplica.open(database().db, replicaId, shared(), over)),
    });
  });
}
