import { spawnSync } from 'node:child_process';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MetricStoreError } from '../interface.ts';
import { metricFolder, openTestStore } from '../testing/test-store.ts';

const START_MS = Date.UTC(2024, 0, 15);
const QUARTER_MS = 900_000;
const ids = Array.from({ length: 500 }, (_, index) => index + 1);

let dir = '';
let nowMs = START_MS;

beforeEach(async () => {
  nowMs = START_MS + 4 * QUARTER_MS;
  dir = await metricFolder();
});

const opened = (at = dir, minFreeBytes = 0) => openTestStore({ dir: at, now: () => nowMs, minFreeBytes });

function batch(tsMs: number) {
  const cpuUsedCores = ids.map((id) => (id * (tsMs % 977)) / 1e6);
  return { scope: 'pod', tsMs, ids, columns: { cpuUsedCores } } as const;
}

/** Which of the four quarters have values. */
async function quarters(store: Awaited<ReturnType<typeof opened>>) {
  const query = { scope: 'pod', ids: [7], metrics: ['cpuUsedCores'], maxPoints: 4 } as const;
  const { series } = await store.series({ ...query, fromMs: START_MS, toMs: START_MS + 4 * QUARTER_MS });
  return series[0]?.avg.map((value) => value !== null);
}

async function overwrite(path: string, from: number, length: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(length, 0x5a), 0, length, from);
  await file.close();
}

describe('a damaged file', () => {
  async function withThreeFiles(): Promise<string> {
    const store = await opened();
    for (let tsMs = START_MS; tsMs < START_MS + 3 * QUARTER_MS; tsMs += 15_000)
      await store.append([batch(tsMs)]);
    nowMs += 60_000;
    await store.maintain();
    await store.close();
    const files = (await readdir(join(dir, 'partitions'))).toSorted();
    expect(files).toHaveLength(3);
    return join(dir, 'partitions', files[1] ?? '');
  }

  test.each([
    { name: 'header', from: 0, length: 12_288 },
    { name: 'data', from: 12_288, length: 200_000 },
  ])(
    'with damage in its $name is set aside and reported; the other files are read',
    async ({ from, length }) => {
      const path = await withThreeFiles();
      await overwrite(path, from, length);
      const store = await opened();
      onTestFinished(() => store.close());
      expect(await quarters(store)).toEqual([true, false, true, false]);
      const { damagedFiles } = await store.stats();
      expect(damagedFiles).toHaveLength(1);
      expect(await readdir(join(dir, 'partitions'))).toContain(damagedFiles[0]);

      // Samples that an agent resends replace the lost samples.
      await store.append([batch(START_MS + QUARTER_MS)]);
      expect((await quarters(store))?.[1]).toBe(true);
    },
  );
});

test('a damaged file of the open bucket is set aside, and the store continues to work', async () => {
  const store = await opened();
  await store.append([batch(START_MS)]);
  nowMs += 60_000;
  await store.maintain();
  await store.append([batch(START_MS + 3 * QUARTER_MS)]);
  await store.close();
  await overwrite(join(dir, 'open.duckdb'), 0, 12_288);

  const again = await opened();
  onTestFinished(() => again.close());
  expect((await again.stats()).damagedFiles).toEqual(['open.duckdb.damaged']);
  await again.append([batch(START_MS + 2 * QUARTER_MS)]);
  expect(await quarters(again)).toEqual([true, false, true, false]);
});

test('a store on a full disk refuses samples, loses none, and accepts samples again when there is space', async (context) => {
  const disk = await mkdtemp(join(tmpdir(), 'gwanje-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk]);
  onTestFinished(async () => {
    if (mounted.status === 0) spawnSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  });
  context.skip(mounted.status !== 0, 'no right to mount a small disk');

  const store = await opened(disk, 8 * 2 ** 20);
  onTestFinished(() => store.close());
  await store.append([batch(START_MS)]);
  await writeFile(join(disk, 'filler'), Buffer.alloc(40 * 2 ** 20)).catch(() => undefined);
  await expect(store.append([batch(START_MS + QUARTER_MS)])).rejects.toSatisfy(
    (error) => error instanceof MetricStoreError && error.kind === 'diskFull',
  );
  expect(await quarters(store)).toEqual([true, false, false, false]);

  await rm(join(disk, 'filler'));
  await store.append([batch(START_MS + 2 * QUARTER_MS)]);
  expect(await quarters(store)).toEqual([true, false, true, false]);
});
