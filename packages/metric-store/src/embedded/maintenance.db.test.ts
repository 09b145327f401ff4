import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startInSameThread } from '../testing/same-thread.ts';
import { tiersKeeping } from '../tiers.ts';
import { type EmbeddedStore, openEmbeddedStore } from './embedded-store.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 15, 6);

test('a backlog is written to files only after it is complete', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let nowMs = START_MS + 6 * HOUR_MS;
  const store = await openEmbeddedStore({
    dir,
    now: () => nowMs,
    maintainEveryMs: null,
    startWorker: startInSameThread,
    minFreeBytes: 0,
  });
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

test('a backlog of few rows in many buckets does not use up the memory', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const bucketCnt = 150;
  const store = await openEmbeddedStore({
    dir,
    now: () => START_MS + (bucketCnt * HOUR_MS) / 4,
    maintainEveryMs: null,
    startWorker: startInSameThread,
    minFreeBytes: 0,
    memoryLimitMb: 64,
  });
  onTestFinished(() => store.close());
  for (let bucket = 0; bucket < bucketCnt; bucket++) {
    const tsMs = START_MS + (bucket * HOUR_MS) / 4;
    await store.append(
      (['node', 'pod', 'container'] as const).map((scope) => ({
        scope,
        tsMs,
        ids: [1],
        columns: { cpuUsedCores: [1] },
      })),
    );
  }
  expect((await store.stats()).tiers.find(({ tier }) => tier === 'open')?.rows).toBe(3 * bucketCnt);
});

test('old data is dropped in whole files, never before its rollup exists', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let nowMs = START_MS;
  const open = (rawHours: number) =>
    openEmbeddedStore({
      dir,
      now: () => nowMs,
      monotonicNow: () => nowMs,
      maintainEveryMs: null,
      startWorker: startInSameThread,
      minFreeBytes: 0,
      tiers: tiersKeeping({
        raw: rawHours * HOUR_MS,
        '1m': 8 * 24 * HOUR_MS,
        '5m': 35 * 24 * HOUR_MS,
        '1h': 400 * 24 * HOUR_MS,
      }),
    });
  const statsOf = async (store: EmbeddedStore) =>
    new Map((await store.stats()).tiers.map(({ tier, rows, oldestMs }) => [tier, { rows, oldestMs }]));

  await using stack = new AsyncDisposableStack();
  let store = await open(48);
  stack.defer(() => store.close());
  for (let hour = 0; hour < 12; hour++) {
    for (const minute of [0, 15, 30, 45])
      await store.append([
        { scope: 'pod', tsMs: nowMs + minute * 60_000, ids: [1], columns: { cpuUsedCores: [hour] } },
      ]);
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
  const after = await statsOf(store);
  expect(after.get('raw')?.oldestMs).toBe(START_MS + 6 * HOUR_MS);
  expect(after.get('1m')?.oldestMs).toBe(START_MS);
  const whole = await store.series({
    scope: 'pod',
    ids: [1],
    metrics: ['cpuUsedCores'],
    fromMs: START_MS,
    toMs: START_MS + 12 * HOUR_MS,
    maxPoints: 12,
  });
  expect([...(whole.series[0]?.avg ?? [])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('old data is dropped only when the clock is trusted and newer data exists, a part in each hour', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let nowMs = START_MS;
  let monotonicMs = 0;
  let isTrusted = true;
  const dropped: unknown[] = [];
  const store = await openEmbeddedStore({
    dir,
    now: () => nowMs,
    monotonicNow: () => monotonicMs,
    maintainEveryMs: null,
    startWorker: startInSameThread,
    minFreeBytes: 0,
    mayDrop: async () => isTrusted,
    onDropped: (files) => dropped.push(files),
  });
  onTestFinished(() => store.close());
  const append = () =>
    store.append([{ scope: 'pod', tsMs: nowMs, ids: [1], columns: { cpuUsedCores: [1] } }]);
  const pass = async (ms: number) => {
    nowMs += ms;
    monotonicMs += ms;
    await store.maintain();
    return (await store.stats()).tiers.find(({ tier }) => tier === 'raw')?.oldestMs;
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
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let nowMs = START_MS;
  const open = (minFreeBytes: number) =>
    openEmbeddedStore({
      dir,
      now: () => nowMs,
      monotonicNow: () => nowMs,
      maintainEveryMs: null,
      startWorker: startInSameThread,
      minFreeBytes,
      tiers: tiersKeeping({
        raw: 4 * HOUR_MS,
        '1m': 8 * 24 * HOUR_MS,
        '5m': 35 * 24 * HOUR_MS,
        '1h': 400 * 24 * HOUR_MS,
      }),
    });
  await using stack = new AsyncDisposableStack();
  let store = await open(0);
  stack.defer(() => store.close());
  const append = () =>
    store.append([{ scope: 'pod', tsMs: nowMs, ids: [1], columns: { cpuUsedCores: [1] } }]);
  const pass = async () => {
    nowMs += HOUR_MS;
    await store.maintain();
    return (await store.stats()).tiers.find(({ tier }) => tier === 'raw')?.oldestMs;
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
