import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { metricFolder, openTestStore } from '../testing/test-store.ts';
import type { EmbeddedStore } from './embedded-store.ts';

const START_MS = Date.UTC(2026, 0, 15, 6);
const QUARTER_HOUR_MS = 900_000;
const ids = Array.from({ length: 300 }, (_, index) => index + 1);

let nowMs = START_MS;

async function opened(dir: string): Promise<EmbeddedStore> {
  const store = await openTestStore({ dir, now: () => nowMs });
  onTestFinished(() => store.close());
  return store;
}

function append(store: EmbeddedStore, tsMs: number) {
  return store.append([{ scope: 'pod', tsMs, ids, columns: { cpuUsedCores: ids.map((id) => id / 8) } }]);
}

async function pointsOf(store: EmbeddedStore, fromMs: number, toMs: number): Promise<number> {
  const query = { scope: 'pod', ids: [7], metrics: ['cpuUsedCores'], maxPoints: 1000 } as const;
  const { series } = await store.series({ ...query, fromMs, toMs });
  return series[0]?.avg.filter((value) => value !== null).length ?? 0;
}

test('a copy contains all earlier samples, in closed files and open tables, while appends continue', async () => {
  nowMs = START_MS;
  const store = await opened(await metricFolder());
  for (let at = 0; at < QUARTER_HOUR_MS; at += 15_000) await append(store, START_MS + at);
  nowMs = START_MS + QUARTER_HOUR_MS + 120_000;
  await store.maintain();
  for (let at = 0; at < 60_000; at += 15_000) await append(store, START_MS + QUARTER_HOUR_MS + at);

  const copy = join(await metricFolder(), `it's "a" copy`);
  const copying = store.copyTo(copy);
  const meanwhile = [60_000, 75_000].map((at) => append(store, START_MS + QUARTER_HOUR_MS + at));
  await Promise.all([copying, ...meanwhile]);
  expect(await pointsOf(store, START_MS + QUARTER_HOUR_MS, START_MS + 2 * QUARTER_HOUR_MS)).toBe(6);

  const copied = await opened(copy);
  expect(await pointsOf(copied, START_MS, START_MS + QUARTER_HOUR_MS)).toBe(60);
  const open = await pointsOf(copied, START_MS + QUARTER_HOUR_MS, START_MS + 2 * QUARTER_HOUR_MS);
  expect(open).toBeGreaterThanOrEqual(4);
  const tiers = (await copied.stats()).tiers;
  expect(tiers.find(({ tier }) => tier === 'raw')?.rows).toBe(60 * ids.length);
});

test('samples appended after a copy are not in that copy but in the next', async () => {
  nowMs = START_MS;
  const store = await opened(await metricFolder());
  await append(store, START_MS);
  const [first, second] = [join(await metricFolder(), 'a'), join(await metricFolder(), 'b')];
  await store.copyTo(first);
  await append(store, START_MS + 15_000);
  nowMs = START_MS + QUARTER_HOUR_MS + 120_000;
  await store.maintain();
  await store.copyTo(second);
  const points = (from: EmbeddedStore) => pointsOf(from, START_MS, START_MS + QUARTER_HOUR_MS);
  expect(await points(await opened(first))).toBe(1);
  expect(await points(await opened(second))).toBe(2);
  expect(await points(store)).toBe(2);
});

test('a folder that cannot be created is an error, and the store continues to work', async () => {
  const store = await opened(await metricFolder());
  const file = join(await metricFolder(), 'a-file');
  await writeFile(file, '');
  await expect(store.copyTo(join(file, 'copy'))).rejects.toThrow();
  await append(store, nowMs);
  expect(await pointsOf(store, nowMs, nowMs + 60_000)).toBe(1);
});
