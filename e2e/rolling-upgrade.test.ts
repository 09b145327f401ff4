import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { canRun } from '@gwanje/testkit/debian-program';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { runRollingUpgrade } from '../tools/soak/rolling-upgrade/rolling-upgrade.ts';

const isFor = 'a rolling upgrade is not tried';
const canStart = canRun('haproxy', 'haproxy', isFor) && canRun('victoria-metrics', 'victoria-metrics', isFor);

test.runIf(canStart)(
  'both replicas restart one after the other: screens go on without reload, requests and batches do not fail',
  async () => {
    using folder = temporaryFolder();
    // PostgreSQL runs as another user.
    chmodSync(folder.path, 0o755);
    const { violations, requestCnt, batchCnt } = await runRollingUpgrade({
      dataDir: join(folder.path, 'data'),
      // The stream of the screens is at one of them, so that it moves at least once.
      replicaCnt: 2,
      clusterCnt: 6,
      roundCnt: 1,
      log() {},
    });
    expect(violations).toEqual([]);
    expect([requestCnt, batchCnt].every((cnt) => cnt > 0)).toBe(true);
  },
);
