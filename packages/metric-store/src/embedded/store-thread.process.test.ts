import { readdirSync, readlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MetricStoreError } from '../interface.ts';
import { metricFolder } from '../testing/test-store.ts';
import { beginEmbeddedStore, type EmbeddedStore, openEmbeddedStore } from './embedded-store.ts';

const START_MS = Date.UTC(2024, 0, 15);
const ids = Array.from({ length: 500 }, (_, index) => index + 1);

let dir = '';
let threads: Worker[] = [];
let states: string[] = [];

beforeEach(async () => {
  dir = await metricFolder();
  threads = [];
  states = [];
  const note = (worker: Worker) => threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => {
    process.off('worker', note);
  });
});

function options() {
  return {
    dir,
    now: () => START_MS + 60_000,
    maintainEveryMs: null,
    minFreeBytes: 0,
    onDown: () => states.push('down'),
    onRecovered: () => states.push('recovered'),
  };
}

function batch(second: number) {
  const cpuUsedCores = ids.map((id) => (id * (second % 977)) / 1e3);
  return { scope: 'pod', tsMs: START_MS + second * 1000, ids, columns: { cpuUsedCores } } as const;
}

async function storedSeconds(store: EmbeddedStore): Promise<number[]> {
  const range = { maxPoints: 60, fromMs: START_MS, toMs: START_MS + 60_000 };
  const { series } = await store.series({ scope: 'pod', ids: [7], metrics: ['cpuUsedCores'], ...range });
  const points = series[0]?.avg ?? [];
  return points.flatMap((value, index) => (value === null ? [] : [index * (60 / points.length)]));
}

function kindOf(error: unknown): string | undefined {
  return error instanceof MetricStoreError ? error.kind : undefined;
}

async function becameAvailable(store: EmbeddedStore): Promise<void> {
  await vi.waitFor(() => expect(store.isDown()).toBe(false), { timeout: 20_000 });
}

/** The files of the store that this process has open. Two threads with one open file would destroy it. */
function openHandles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(dir) ? [path] : [];
    } catch {
      return [];
    }
  });
}

test('an ended thread is replaced: waiting calls fail with busy, stored samples are not lost', async () => {
  const store = await openEmbeddedStore(options());
  onTestFinished(() => store.close());
  await store.append([batch(0)]);
  await store.append([batch(15)]);
  const ended = threads[0]?.terminate();
  const unanswered = store.append([batch(30)]).then(() => 'stored', kindOf);
  await ended;
  expect(await unanswered).toBe('busy');
  expect(store.isDown()).toBe(true);
  expect(openHandles()).toEqual([]);
  await expect(store.append([batch(45)])).rejects.toSatisfy((error) => kindOf(error) === 'busy');

  await becameAvailable(store);
  expect(states).toEqual(['down', 'recovered']);
  await store.append([batch(45)]);
  expect(await storedSeconds(store)).toEqual(expect.arrayContaining([0, 15, 45]));
});

test('a closed store starts no new thread', async () => {
  const store = await openEmbeddedStore(options());
  await store.close();
  expect(store.isDown()).toBe(false);
  await expect(store.stats()).rejects.toThrow('has been closed');
  expect(threads).toHaveLength(1);
});

test('a store that cannot be opened is retried until it opens', async () => {
  await writeFile(join(dir, 'partitions'), 'in the way');
  const { store, opened } = beginEmbeddedStore(options());
  onTestFinished(() => store.close());
  await expect(opened).rejects.toThrow('EEXIST');
  expect(store.isDown()).toBe(true);
  await expect(store.append([batch(0)])).rejects.toSatisfy((error) => kindOf(error) === 'unavailable');
  await rm(join(dir, 'partitions'));
  await becameAvailable(store);
  await store.append([batch(0)]);
  expect(states).toEqual(['down', 'recovered']);
});
