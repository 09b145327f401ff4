import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { canRun } from '@gwanje/testkit/debian-program';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, it } from 'vitest';
import type { FaultGroup } from './fault-plan.ts';
import { runSuite } from './suite.ts';

const isFor = 'replicas are not tested with faults';
const canStart = canRun('haproxy', 'haproxy', isFor) && canRun('victoria-metrics', 'victoria-metrics', isFor);
const canPool = canRun('pgbouncer', 'pgbouncer', 'PostgreSQL is not behind a connection pool');
const FAULTS: FaultGroup = [
  { fault: { kind: 'kill', replica: 'replica-1' }, afterMs: 0 },
  // Longer than its lease: it wakes up when the other has taken its clusters.
  { fault: { kind: 'pause', replica: 'replica-2', forMs: 9000 }, afterMs: 1000 },
  { fault: { kind: 'restart', replica: 'replica-1' }, afterMs: 12_000 },
];

it.skipIf(!canStart)(
  'two replicas lose and double nothing when one is killed, one is paused and one restarts',
  { timeout: 300_000 },
  async () => {
    using folder = temporaryFolder();
    // PostgreSQL runs as another user.
    chmodSync(folder.path, 0o755);
    const { violations, history } = await runSuite({
      seed: 1,
      faults: [FAULTS],
      dataDir: join(folder.path, 'data'),
      replicaCnt: 2,
      engineCnt: 1,
      clusterCnt: 4,
      personCnt: 1,
      visitorCnt: 1,
      hasPool: canPool,
      agentPauseMs: 800,
      log() {},
    });
    expect(violations).toEqual([]);
    expect(history.batches.length).toBeGreaterThan(0);
  },
);
