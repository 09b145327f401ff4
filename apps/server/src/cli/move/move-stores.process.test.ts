import { cpSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, openPool } from '@gwanje/backend/database/connection';
import { openStore } from '@gwanje/backend/database/open-store';
import { UNFINISHED_MOVE } from '@gwanje/backend/database/unfinished-move';
import { openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import { openSampleExport } from '@gwanje/metric-store/embedded/query/sample-export';
import type { MetricStore, Series, SeriesQuery } from '@gwanje/metric-store/interface';
import { HistoryImport } from '@gwanje/metric-store/prometheus/history-import';
import { openPrometheusStore } from '@gwanje/metric-store/prometheus/prometheus-store';
import { type Engine, startPrometheus, startVictoriaMetrics } from '@gwanje/metric-store/testing/engines';
import { HOUR_MS, history, IDS, START_MS } from '@gwanje/metric-store/testing/history';
import { startInSameThread } from '@gwanje/metric-store/testing/same-thread';
import { defaultTiers } from '@gwanje/metric-store/tiers';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { whyNot } from '@gwanje/testkit/debian-program';
import { startEmbeddedDatabase } from '@gwanje/testkit/embedded-database';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readSettings } from '../../config.ts';
import { isDatabaseRunning } from '../backup/own-database.ts';
import { seedDemo } from '../demo/seed.ts';
import { DatabaseMove } from './database-move.ts';
import { moveStores } from './move-stores.ts';
import { requireUsableEngines } from './sample-move.ts';

/* Fills an embedded installation with twelve days, and moves it to PostgreSQL and VictoriaMetrics. */

const ENTRY = join(import.meta.dirname, '../admin.ts');
/** `npm run soak -- move-stores` also runs the tests that copy twelve days several times. */
const isSoak = process.env.GWANJE_SOAK !== undefined;
/** Three pages of the copy. In soak there are enough rows to be killed between them. */
const AUDIT_ROWS = isSoak ? 12_500 : 2500;
const stack = new AsyncDisposableStack();
let dataDir: string;
let nowMs = START_MS;
const expected: Series[] = [];
/** Every table of the installation before the first move. */
let sourceDigests: unknown;

/** Recent raw samples, then averages of 1 min and of 5 min. */
const QUERIES: readonly SeriesQuery[] = [
  { fromMs: START_MS + 11 * 24 * HOUR_MS, toMs: START_MS + 13 * 24 * HOUR_MS, maxPoints: 3000 },
  { fromMs: START_MS + 5 * 24 * HOUR_MS, toMs: START_MS + 6 * 24 * HOUR_MS, maxPoints: 1500 },
  { fromMs: START_MS, toMs: START_MS + 24 * HOUR_MS, maxPoints: 300 },
].map((range) => ({ scope: 'pod', ids: [...IDS], metrics: ['cpuUsedCores', 'memUsedBytes'], ...range }));

beforeAll(async () => {
  dataDir = join(stack.use(temporaryFolder()).path, 'data');
  cpSync(inject('embeddedTemplate'), join(dataDir, 'postgres'), { recursive: true });
  await fillDatabase();
  const store = await openEmbeddedStore({
    dir: join(dataDir, 'metrics'),
    now: () => nowMs,
    monotonicNow: () => nowMs,
    maintainEveryMs: null,
    startWorker: startInSameThread,
    minFreeBytes: 0,
  });
  for (const step of history(11)) {
    nowMs = step.nowMs;
    await store.append(step.batches);
    await store.maintain();
  }
  expected.push(...(await seriesOf(store)));
  await store.close();
}, 240_000);
afterAll(() => stack.disposeAsync());

async function fillDatabase(): Promise<void> {
  await using database = await startEmbeddedDatabase(dataDir);
  const { db, close } = openDatabase(database.address);
  try {
    await seedDemo(db, new Date(START_MS), async () => 'hash');
    await sql`insert into audit (action, outcome, detail)
      select 'test.row', 'done', jsonb_build_object('text', repeat('한글 "\\', n % 7), 'n', n)
      from generate_series(1, ${AUDIT_ROWS}::int) n`.execute(db);
    await sql`insert into known_browser (user_no, browser_hash, last_used_at)
      select user_no, decode(md5(n::text), 'hex'), now() - n * interval '1.000001 s'
      from user_account, generate_series(1, 300) n`.execute(db);
    await sql`insert into installation_note values ('lastBackup', '{"bytes": 1}', now())`.execute(db);
    sourceDigests = await digestsIn(database.address);
  } finally {
    await close();
  }
}

async function seriesOf(store: Pick<MetricStore, 'series'>): Promise<Series[]> {
  const answers = await Promise.all(QUERIES.map((query) => store.series(query)));
  return answers.flatMap(({ series }) => series);
}

async function newEngine(start = () => startVictoriaMetrics()): Promise<Engine> {
  const engine = await start();
  stack.defer(engine.stop);
  return engine;
}

/** A pool for one step. */
async function onDatabase<T>(
  address: Parameters<typeof openPool>[0],
  step: (pool: ReturnType<typeof openPool>) => Promise<T>,
): Promise<T> {
  const pool = openPool(address);
  try {
    return await step(pool);
  } finally {
    await pool.end();
  }
}

async function newDatabase(): Promise<string> {
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  if (!('url' in database.address)) throw new Error('a server is needed');
  return database.address.url;
}

const settingsOf = (databaseUrl: string | undefined, ...engines: readonly string[]) =>
  readSettings({
    GWANJE_DATA_DIR: dataDir,
    GWANJE_DATABASE_URL: databaseUrl,
    GWANJE_METRICS_URL: engines.join(','),
  });

async function move(databaseUrl: string | undefined, ...engines: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  await moveStores(settingsOf(databaseUrl, ...engines), { args: [], say: (line) => lines.push(line) });
  return lines;
}

const ADDED_BY_MOVE: Readonly<Record<string, string>> = {
  audit: `where action <> 'installation.move'`,
  installation_note: `where key <> 'finishedMove'`,
};

/** Rows and digests of every moved table, without what the move itself adds. */
function digestsIn(address: Parameters<typeof openPool>[0]): Promise<unknown> {
  return onDatabase(address, async (pool) => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'
       and table_name not in ('process_lease', 'change_version', 'kysely_migration', 'kysely_migration_lock') order by 1`,
    );
    const digests = [];
    for (const { name } of tables) {
      const where = ADDED_BY_MOVE[name] ?? '';
      const { rows } = await pool.query(
        `select count(*) as cnt, sum(hashtextextended(t::text, 0)) as digest from "${name}" t ${where}`,
      );
      digests.push([name, rows[0]]);
    }
    return digests;
  });
}

async function expectMoved(databaseUrl: string, engines: readonly Engine[]): Promise<void> {
  expect(await digestsIn({ url: databaseUrl })).toEqual(sourceDigests);
  // A new row must not get the id of a moved one.
  const target = await openStore({ databaseUrl, dataDir });
  try {
    await sql`insert into meta_group (name, name_key) values ('new', 'new')`.execute(target.db);
    await sql`delete from meta_group where name_key = 'new'`.execute(target.db);
  } finally {
    await target.close();
  }
  await expectSamples(engines);
}

async function expectSamples(engines: readonly Engine[]): Promise<void> {
  for (const { url, settle } of engines) {
    await settle();
    const store = await openPrometheusStore({ url, now: () => nowMs });
    const found = await seriesOf(store);
    const keys = (list: readonly Series[]) => list.map(({ id, metric }) => [id, metric]);
    expect(keys(found)).toEqual(keys(expected));
    for (const [index, { avg }] of found.entries()) expectClose(avg, expected[index]?.avg ?? []);
  }
}

function expectClose(found: readonly (number | null)[], wanted: readonly (number | null)[]): void {
  expect(found.map((value) => value === null)).toEqual(wanted.map((value) => value === null));
  const relative = found.map(
    (value, at) => Math.abs((value ?? 0) - (wanted[at] ?? 0)) / Math.abs(wanted[at] || 1),
  );
  expect(Math.max(...relative)).toBeLessThan(1e-9);
}

describe.skipIf(whyNot('victoria-metrics'))('move-stores', () => {
  it('moves everything to PostgreSQL and two engines, names the new settings, and may be repeated', async () => {
    const databaseUrl = await newDatabase();
    const engines = [await newEngine(), await newEngine()];
    const urls = engines.map(({ url }) => url);
    const lines = await move(databaseUrl, ...urls);
    expect(lines.join('\n')).toMatch(/moved: \d+ rows, \d+ samples/);
    expect(lines).toContain(`  GWANJE_METRICS_URL=${urls.join(',')}`);
    await expectMoved(databaseUrl, engines);
    // A command that was killed after its last step is repeated, and servers may have worked meanwhile.
    const [first] = engines;
    if (first) await appendSample(first);
    const again = await move(databaseUrl, ...urls);
    expect(again.at(-5)).toBe(lines.at(-5));
    expect(again).toContain('database: everything was copied and compared before');
    expect(again).toContain('samples: everything was copied before, and is compared again');
    expect(await copiedRows(databaseUrl, `action = 'installation.move'`)).toBe(1);
  }, 240_000);

  it.runIf(isSoak)(
    'continues after it was killed at random points, and copies nothing twice',
    async () => {
      const databaseUrl = await newDatabase();
      const engine = await newEngine();
      await rm(join(dataDir, 'move-samples.json'), { force: true });
      const seed = Date.now();
      const random = (from: number, to: number) => from + ((seed % 997) / 997) * (to - from);
      const points = [
        { stage: 'rows', reached: () => copiedRows(databaseUrl), at: random(1, 12_000) },
        { stage: 'slices', reached: copiedSlices, at: random(1, 120) },
      ];
      for (const { stage, reached, at } of points) {
        const command = new TestProcess(ENTRY, {
          args: ['move-stores'],
          env: { GWANJE_DATA_DIR: dataDir, GWANJE_DATABASE_URL: databaseUrl, GWANJE_METRICS_URL: engine.url },
        });
        while ((await reached()) < at && command.isRunning) await delay(5);
        expect(command.isRunning, `${stage} ${at}, seed ${seed}`).toBe(true);
        await command.kill();
        // Half of an installation is not served.
        await expect(openStore({ databaseUrl, dataDir })).rejects.toThrow('unfinished move');
        await databaseStopped();
      }
      const lines = await move(databaseUrl, engine.url);
      expect(lines).toContain('database: the interrupted move continues');
      expect(lines).toContain('samples: the interrupted move continues');
      await expectMoved(databaseUrl, [engine]);
    },
    1_200_000,
  );

  it('copies the database again when the installation has changed since the interruption', async () => {
    const databaseUrl = await newDatabase();
    const interrupted = `insert into installation_note values ('${UNFINISHED_MOVE}',
      '{"doneTables": ["user_account", "audit"], "current": null}', now())`;
    await onDatabase({ url: databaseUrl }, (pool) => pool.query(interrupted));
    const lines = await move(databaseUrl);
    expect(lines.join('\n')).toContain('has changed since the interrupted move');
    await expectMoved(databaseUrl, []);
  }, 240_000);

  it.runIf(isSoak)(
    'copies the days again that an engine has lost since the interruption',
    async () => {
      const engine = await newEngine();
      const samples = await openSampleExport({ dir: join(dataDir, 'metrics'), tiers: defaultTiers });
      const slices = samples.slices.map(({ fromMs, toMs }) => ({ fromMs, toMs, counts: { pod: 1 } }));
      const progress = { engines: [engine.url], fingerprint: samples.fingerprint, slices, isComplete: false };
      samples[Symbol.dispose]();
      await writeFile(join(dataDir, 'move-samples.json'), JSON.stringify(progress));
      await expect(move(undefined, 'http://127.0.0.1:9')).rejects.toThrow('cannot be used');
      await expect(move(undefined, (await newEngine()).url)).rejects.toThrow(`was to ${engine.url}`);
      const lines = await move(undefined, engine.url);
      expect(lines.join('\n')).toMatch(/samples: \d+ days differ and are copied again/);
      await expectSamples([engine]);
    },
    240_000,
  );

  it('refuses a running installation, and databases that hold something else', async () => {
    await using running = await startEmbeddedDatabase(dataDir);
    expect(await digestsIn(running.address), 'the moves have not changed the installation').toEqual(
      sourceDigests,
    );
    await expect(move(await newDatabase())).rejects.toThrow('is running');

    const targets = [
      [`insert into meta_group (name, name_key) values ('a', 'a')`, 'the table meta_group has rows'],
      [
        `insert into kysely_migration values ('9999-later', '2030-01-01')`,
        'is of a newer release (it knows 9999-later)',
      ],
      [
        'drop schema public cascade; create schema public; create table invoice (n int)',
        'is not empty: it has the table invoice',
      ],
      [
        `insert into installation_note values ('finishedMove', '{"sourceDigest": "of an earlier state"}', now())`,
        'holds a complete move, and the embedded database has changed since',
      ],
    ] as const;
    for (const [statement, reason] of targets) {
      const url = await newDatabase();
      await onDatabase({ url }, (pool) => pool.query(statement));
      await using tables = await DatabaseMove.open(dataDir, url);
      await expect(tables.requireUsableTarget()).rejects.toThrow(reason);
    }
  }, 120_000);

  it('refuses an engine that does not answer before it writes to the database', async () => {
    const databaseUrl = await newDatabase();
    await expect(move(databaseUrl, 'http://user:secret@127.0.0.1:9')).rejects.toThrow(
      /^The metric engine 127\.0\.0\.1:9 cannot be used/,
    );
    expect(await copiedRows(databaseUrl)).toBe(0);
  }, 60_000);

  it.each([
    ['a short retention', '-retentionPeriod=30d', 'does not keep samples of 2024-01-15'],
    ['duplicates', '-dedup.minScrapeInterval=0s', 'counts the same sample twice'],
  ])(
    'refuses an engine with %s before it moves a sample',
    async (_what, flag, message) => {
      const engine = await newEngine(() => startVictoriaMetrics([flag]));
      using samples = await openSampleExport({ dir: join(dataDir, 'metrics'), tiers: defaultTiers });
      await expect(requireUsableEngines([await HistoryImport.open(engine.url)], samples)).rejects.toThrow(
        message,
      );
    },
    120_000,
  );

  it('names what to set when no target is given', async () => {
    await expect(move(undefined)).rejects.toThrow('GWANJE_DATABASE_URL=postgres://');
  });
});

describe.skipIf(!isSoak || whyNot('prometheus'))('move-stores to Prometheus', () => {
  it('moves the samples', async () => {
    const engine = await newEngine(startPrometheus);
    expect((await move(undefined, engine.url)).join('\n')).toMatch(/moved: \d+ samples/);
  }, 120_000);
});

/** A server that works on the new stores. */
async function appendSample({ url, settle }: Engine): Promise<void> {
  const store = await openPrometheusStore({ url, now: () => nowMs });
  const columns = { cpuUsedCores: IDS.map(() => 1) };
  await store.append([{ scope: 'pod', tsMs: nowMs + 1000, ids: Int32Array.from(IDS), columns }]);
  await store.close();
  await settle();
}

/** Rows of the audit log in the target. */
async function copiedRows(url: string, condition = 'true'): Promise<number> {
  const count = `select count(*) as cnt from audit where ${condition}`;
  const { rows } = await onDatabase({ url }, (pool) => pool.query<{ cnt: number }>(count));
  return Number(rows[0]?.cnt);
}

async function copiedSlices(): Promise<number> {
  const text = await readFile(join(dataDir, 'move-samples.json'), 'utf8').catch(() => '{"slices":[]}');
  return JSON.parse(text).slices.length;
}

/** The database of a killed command ends by itself. */
async function databaseStopped(): Promise<void> {
  await expect.poll(() => isDatabaseRunning(dataDir), { timeout: 20_000 }).toBe(false);
}
