import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '../testing/contract.ts';
import { openTestStore } from '../testing/test-store.ts';

storeContract(async (now) => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  const store = await openTestStore({ dir, now, monotonicNow: now });
  return {
    store,
    settle: () => store.maintain(),
    stop: async () => {
      await store.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
});
