import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { metricFolder } from '../testing/test-store.ts';
import { openEmbeddedStore } from './embedded-store.ts';

const START_MS = Date.UTC(2024, 0, 15);
/** The soak run has more kills. Every third one comes after a rollup of two hours was written. */
const KILLS = Number(process.env.GWANJE_SOAK_KILLS ?? 2);
const ACKNOWLEDGEMENTS = [3, 40, 130];
const PROGRAM = join(import.meta.dirname, '../testing/append-until-killed.ts');

/**
 * Runs the appending process and kills it after so many acknowledgements. Returns the last acknowledged time.
 */
async function appendAndKill(dir: string, firstMs: number, acknowledgements: number): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, dir, String(firstMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let lastMs = firstMs;
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    lastMs = Number(line);
    if (++count === acknowledgements) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return lastMs;
}

test(
  'a store that is killed has every acknowledged sample once',
  async () => {
    const dir = await metricFolder();
    let nextMs = START_MS;
    for (let kill = 0; kill < KILLS; kill++)
      nextMs = (await appendAndKill(dir, nextMs, ACKNOWLEDGEMENTS[kill % 3] ?? 0)) + 60_000;

    let nowMs = nextMs;
    const store = await openEmbeddedStore({ dir, now: () => nowMs, maintainEveryMs: null, minFreeBytes: 0 });
    const minutes = (nextMs - START_MS) / 60_000;
    const range = { fromMs: START_MS, toMs: nextMs };
    const query = { scope: 'pod', ids: [1, 50], metrics: ['procCnt'], ...range } as const;
    const expected = query.ids.map((id) =>
      Array.from({ length: minutes }, (_, minute) => (id * (START_MS + minute * 60_000)) % 1000),
    );
    const { series } = await store.series({ ...query, maxPoints: minutes });
    expect(series.map(({ avg }) => avg)).toEqual(expected);

    // The server finds its latest rows again, in a bucket that is still open.
    const { ids, tsMs } = await store.latest({ scope: 'pod', sinceMs: nextMs - 3_600_000 });
    expect(ids.toSorted()).toEqual(Int32Array.from({ length: 50 }, (_, index) => index + 1));
    for (const ms of tsMs) expect(ms).toBeOneOf([nextMs - 60_000, nextMs]);

    // A sample that was not acknowledged may be stored too, but only after the last acknowledged one.
    nowMs += 3_600_000;
    await store.maintain();
    const { tiers } = await store.stats();
    const rows = tiers.find(({ tier }) => tier === 'raw')?.rows ?? 0;
    expect(rows - minutes * 50).toBeOneOf([0, 50]);
    expect(tiers.find(({ tier }) => tier === 'open')?.rows).toBe(0);
    await store.close();
  },
  60_000 * KILLS,
);
