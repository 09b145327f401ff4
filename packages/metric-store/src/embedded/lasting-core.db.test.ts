import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { steppedBatch } from '../check-input.ts';
import { MetricStoreError } from '../interface.ts';
import { defaultTiers } from '../tiers.ts';
import { LastingCore } from './lasting-core.ts';
import type { StoreState } from './messages.ts';

const START_MS = Date.UTC(2024, 0, 15);
const DEAD = new Error(
  'FATAL Error: Failed: database has been invalidated because of a previous fatal error.',
);

async function opened() {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  const states: StoreState['state'][] = [];
  const options = {
    dir,
    tiers: defaultTiers,
    memoryLimitMb: 128,
    threads: 1,
    minFreeBytes: 0,
    maxQueuedRows: 1e6,
  };
  const core = new LastingCore(options, START_MS, ({ state }) => states.push(state));
  onTestFinished(async () => {
    await core.close();
    await rm(dir, { recursive: true, force: true });
  });
  return {
    dir,
    states,
    dies: (error: Error) => core.use(START_MS, () => Promise.reject(error)).catch(() => undefined),
    append: (tsMs: number) => {
      const batch = steppedBatch({ scope: 'pod', tsMs, ids: [1], columns: { cpuUsedCores: [1] } });
      return core.use(START_MS, (open) => open.append([batch], START_MS));
    },
    rows: () =>
      core.use(
        START_MS,
        async (open) => (await open.stats()).tiers.find(({ tier }) => tier === 'open')?.rows,
      ),
  };
}

describe('a DuckDB that has died', () => {
  test.each([
    ['says so', DEAD],
    ['of a full disk', new MetricStoreError('diskFull', 'the disk is full', { cause: DEAD })],
  ])('and %s is opened again with all that was stored; who asks meanwhile waits', async (_how, error) => {
    const store = await opened();
    await store.append(START_MS);
    await store.dies(error);
    await store.append(START_MS + 15_000);
    expect(await store.rows()).toBe(2);
    expect(store.states).toEqual(['open', 'open']);
  });

  test('and does not open again at once is opened when it does', async () => {
    const store = await opened();
    await store.append(START_MS);
    const partitions = join(store.dir, 'partitions');
    await rename(partitions, join(store.dir, 'kept'));
    await writeFile(partitions, 'in the way');
    await store.dies(DEAD);
    await expect(store.append(START_MS + 15_000)).rejects.toThrow('EEXIST');
    await rm(partitions);
    await rename(join(store.dir, 'kept'), partitions);
    await vi.waitFor(() => expect(store.states.at(-1)).toBe('open'), { timeout: 20_000 });
    await store.append(START_MS + 30_000);
    expect(await store.rows()).toBe(2);
  });

  test('is opened once for all who hear of it', async () => {
    const store = await opened();
    await store.append(START_MS);
    await Promise.all([store.dies(DEAD), store.dies(DEAD), store.dies(DEAD)]);
    expect(await store.rows()).toBe(1);
    expect(store.states).toEqual(['open', 'open']);
  });
});
