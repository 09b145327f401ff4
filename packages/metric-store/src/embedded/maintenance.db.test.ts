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
  await store.maintain();
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

test('a clock that jumps forward is reported and drops no data until the clock is trusted again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let nowMs = START_MS;
  let monotonicMs = 0;
  const doubts: unknown[] = [];
  const store = await openEmbeddedStore({
    dir,
    now: () => nowMs,
    monotonicNow: () => monotonicMs,
    maintainEveryMs: null,
    startWorker: startInSameThread,
    minFreeBytes: 0,
    onClockDoubt: (doubt) => doubts.push(doubt),
  });
  onTestFinished(() => store.close());
  const pass = async (ms: number) => {
    nowMs += ms;
    monotonicMs += ms;
    await store.maintain();
    return (await store.stats()).tiers.flatMap(({ tier, rows }) => (rows > 0 ? [tier] : []));
  };
  await store.append([{ scope: 'pod', tsMs: START_MS, ids: [1], columns: { cpuUsedCores: [1] } }]);
  await pass(20 * 60_000);
  expect(await pass(HOUR_MS)).toEqual(['raw']);
  nowMs += 1000 * 24 * HOUR_MS;
  expect(await pass(60_000)).toContain('raw');
  expect(await pass(2 * HOUR_MS)).toContain('raw');
  expect(doubts).toEqual(['ranAhead', 'farFromData']);
  expect(await pass(24 * HOUR_MS)).not.toContain('raw');
  expect(doubts).toEqual(['ranAhead', 'farFromData', null]);
});
