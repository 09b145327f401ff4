import { expect, onTestFinished, test } from 'vitest';
import { metricFolder, openTestStore } from '../testing/test-store.ts';
import { tiersKeeping } from '../tiers.ts';
import type { EmbeddedStore } from './embedded-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 0, 15, 6);
const keepingRaw = (hours: number) =>
  tiersKeeping({ raw: hours * HOUR_MS, '1m': 8 * DAY_MS, '5m': 35 * DAY_MS, '1h': 400 * DAY_MS });
const batch = (tsMs: number, value = 1) =>
  ({ scope: 'pod', tsMs, ids: [1], columns: { cpuUsedCores: [value] } }) as const;

/** Rows and age of the samples of a tier. */
async function tierOf(store: EmbeddedStore, tier: string) {
  return (await store.stats()).tiers.find((one) => one.tier === tier);
}

test('a backlog is written to files only after it is complete', async () => {
  const dir = await metricFolder();
  let nowMs = START_MS + 6 * HOUR_MS;
  const store = await openTestStore({ dir, now: () => nowMs });
  onTestFinished(() => store.close());
  async function closedRows(): Promise<number | undefined> {
    await store.maintain();
    return (await tierOf(store, 'raw'))?.rows;
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

test('a backlog of few rows in many buckets does not use up the memory', async () => {
  const dir = await metricFolder();
  const bucketCnt = 150;
  const now = () => START_MS + (bucketCnt * HOUR_MS) / 4;
  const store = await openTestStore({ dir, now, memoryLimitMb: 64 });
  onTestFinished(() => store.close());
  for (let bucket = 0; bucket < bucketCnt; bucket++) {
    const tsMs = START_MS + (bucket * HOUR_MS) / 4;
    await store.append((['node', 'pod', 'container'] as const).map((scope) => ({ ...batch(tsMs), scope })));
  }
  expect((await tierOf(store, 'open'))?.rows).toBe(3 * bucketCnt);
});

test('old data is dropped in whole files, never before its rollup exists', async () => {
  const dir = await metricFolder();
  let nowMs = START_MS;
  const now = () => nowMs;
  const open = (rawHours: number) =>
    openTestStore({ dir, now, monotonicNow: now, tiers: keepingRaw(rawHours) });
  await using stack = new AsyncDisposableStack();
  let store = await open(48);
  stack.defer(() => store.close());
  for (let hour = 0; hour < 12; hour++) {
    for (const minute of [0, 15, 30, 45]) await store.append([batch(nowMs + minute * 60_000, hour)]);
    nowMs += HOUR_MS;
  }
  // No bucket is closed or rolled up yet, so no data may be dropped, however old it is.
  await store.close();
  store = await open(6);
  await store.maintain();
  nowMs += 20 * 60_000;
  for (let hour = 0; hour < 3; hour++) {
    await store.maintain();
    nowMs += HOUR_MS;
  }
  expect((await tierOf(store, 'raw'))?.oldestMs).toBe(START_MS + 6 * HOUR_MS);
  expect((await tierOf(store, '1m'))?.oldestMs).toBe(START_MS);
  const range = { fromMs: START_MS, toMs: START_MS + 12 * HOUR_MS, maxPoints: 12 };
  const whole = await store.series({ scope: 'pod', ids: [1], metrics: ['cpuUsedCores'], ...range });
  expect([...(whole.series[0]?.avg ?? [])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('old data is dropped only when the clock is trusted and newer data exists, a part in each hour', async () => {
  const dir = await metricFolder();
  let nowMs = START_MS;
  let monotonicMs = 0;
  let isTrusted = true;
  const dropped: unknown[] = [];
  const store = await openTestStore({
    dir,
    now: () => nowMs,
    monotonicNow: () => monotonicMs,
    mayDrop: async () => isTrusted,
    onDropped: (files) => dropped.push(files),
  });
  onTestFinished(() => store.close());
  const append = () => store.append([batch(nowMs)]);
  const pass = async (ms: number) => {
    nowMs += ms;
    monotonicMs += ms;
    await store.maintain();
    return (await tierOf(store, 'raw'))?.oldestMs;
  };
  for (let hour = 0; hour < 6; hour++) {
    await append();
    await pass(HOUR_MS);
  }
  const aheadMs = 4 * 24 * HOUR_MS;
  nowMs += aheadMs;
  // Without newer data, nothing is old.
  expect(await pass(HOUR_MS)).toBe(START_MS);
  await append();
  isTrusted = false;
  expect(await pass(HOUR_MS)).toBe(START_MS);
  expect(dropped).toEqual([]);
  isTrusted = true;
  // The raw tier drops two hours at once, because the rollups have two hours.
  expect(await pass(60_000)).toBe(START_MS + 2 * HOUR_MS);
  expect(await pass(60_000)).toBe(START_MS + 2 * HOUR_MS);
  expect(await pass(HOUR_MS)).toBe(START_MS + 4 * HOUR_MS);
  expect(dropped).toEqual([{ raw: 2 }, { raw: 2 }]);
});

test('a disk without space frees itself: old files are dropped although no newer data can come', async () => {
  const dir = await metricFolder();
  let nowMs = START_MS;
  const now = () => nowMs;
  const open = (minFreeBytes: number) =>
    openTestStore({ dir, now, monotonicNow: now, minFreeBytes, tiers: keepingRaw(4) });
  await using stack = new AsyncDisposableStack();
  let store = await open(0);
  stack.defer(() => store.close());
  const append = () => store.append([batch(nowMs)]);
  const pass = async () => {
    nowMs += HOUR_MS;
    await store.maintain();
    return (await tierOf(store, 'raw'))?.oldestMs;
  };
  for (let hour = 0; hour < 4; hour++) {
    await append();
    expect(await pass()).toBe(START_MS);
  }
  await store.close();
  store = await open(Number.MAX_SAFE_INTEGER);
  await expect(append()).rejects.toMatchObject({ kind: 'diskFull' });
  for (let hour = 0; hour < 3; hour++) await pass();
  expect(await pass()).toBeNull();
});
