import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedStore } from './open.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 15, 6);

test('a past that is being told becomes files when all of it is there, not again and again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let nowMs = START_MS + 6 * HOUR_MS;
  const store = await openEmbeddedStore({ dir, now: () => nowMs, maintainEveryMs: null, minFreeBytes: 0 });
  onTestFinished(() => store.close());
  async function closedRows(): Promise<number | undefined> {
    await store.maintain();
    return (await store.stats()).tiers.find(({ tier }) => tier === 'raw')?.rows;
  }

  for (const [minutes, ids] of [[0, [1, 2]] as const, [5, [1, 2]] as const, [5, [3]] as const]) {
    const columns = { cpuUsedCores: ids.map(() => 1) };
    await store.append([{ scope: 'pod', tsMs: START_MS + minutes * 60_000, ids, columns }]);
    nowMs += 20_000;
    expect(await closedRows()).toBe(0);
  }
  nowMs += 20_000;
  expect(await closedRows()).toBe(5);
});
