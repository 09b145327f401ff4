import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '../testing/contract.ts';
import { startInSameThread } from '../testing/same-thread.ts';
import { openEmbeddedStore } from './embedded-store.ts';

storeContract(async (now) => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  const store = await openEmbeddedStore({
    dir,
    now,
    monotonicNow: now,
    maintainEveryMs: null,
    startWorker: startInSameThread,
    minFreeBytes: 0,
  });
  return {
    store,
    settle: () => store.maintain(),
    stop: async () => {
      await store.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
});
