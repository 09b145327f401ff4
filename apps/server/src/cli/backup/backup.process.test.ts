import { randomBytes } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { copyFile, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPool } from '@gwanje/backend/database/connection';
import { databaseAddress } from '@gwanje/backend/database/open-store';
import { createLogger } from '@gwanje/backend/observe/logger';
import { type EmbeddedStore, openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { addRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readSettings, type ServerSettings } from '../../config.ts';
import { readNotes } from '../../features/installation/installation-repository.ts';
import { podRecord, rows, upserts } from '../../pipeline/testing/batches.ts';
import { type Collected, collectInto } from '../../testing/collected.ts';
import { checksum, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, userNoOf } from '../../testing/world.ts';
import { openAdminSocket } from '../admin-socket.ts';
import { CommandError } from '../command-error.ts';
import { VerifiedArchive } from './archive-reader.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { backup } from './backup.ts';
import { type Manifest, SAMPLES_FOLDER } from './manifest.ts';
import { restore, verifyBackup } from './restore.ts';

/* Backs up one installation during ingest, then restores the backup elsewhere. */

const logger = createLogger('server', 'silent');
const stack = new AsyncDisposableStack();
let app: TestApp;
let file: string;
let folder: string;
let manifest: Manifest;
let collected: Collected;
let sentWhileCopying = 0;

const run = (command: typeof backup, settings: ServerSettings, path: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  return command(settings, { args: [path], say: (line) => lines.push(line) }).then(() => lines);
};

beforeAll(async () => {
  folder = stack.use(temporaryFolder()).path;
  app = stack.use(await startTestApp());
  stack.use(
    await openAdminSocket({ dataDir: app.settings.dataDir, metricStore: app.services.metricStore, logger }),
  );
  const meta = await addMetaGroup(app.db, await userNoOf(app.db, 'key'), '백업 "그룹"\n\\둘째 줄');
  const hostId = await addCluster(app.db, await addSubGroup(app.db, meta));
  collected = await collectInto(app, hostId);
  const content = randomBytes(4000);
  const logo = { name: 'l', contentType: 'image/png', content, sizeBytes: content.length, createdBy: null };
  await addRows(app.db, 'logo', logo);
  // Closes the 15-minute partition of the agent's first batch.
  await embedded(app.services.metricStore).maintain();
  app.clock.advance(60_000);
  await embedded(app.services.metricStore).maintain();

  file = join(folder, 'under-ingest.tar');
  const ingest = ingestUntilStopped();
  await run(backup, app.settings, file);
  sentWhileCopying = await ingest.stop();
  manifest = (await VerifiedArchive.open(file)).manifest;
}, 240_000);
afterAll(() => stack.disposeAsync());

function embedded(store: MetricStore): EmbeddedStore {
  if (!('maintain' in store)) throw new Error('not the embedded store');
  return store as EmbeddedStore;
}

function ingestUntilStopped(): { stop: () => Promise<number> } {
  let isStopped = false;
  let sent = 0;
  const work = (async () => {
    for (; !isStopped || sent < 3; sent++) {
      const nowMs = app.clock.now().getTime();
      const atMs = nowMs - 200_000 + sent * 50;
      await app.services.pipeline.accept(
        collected.sender.next(
          nowMs,
          {
            inventory: [upserts(podRecord(`new-${sent}`, nowMs))],
            samples: [rows('pod', atMs, ['uid-web'], { cpuUsedCores: [sent], memUsedBytes: [1e8 + sent] })],
          },
          nowMs,
        ),
      );
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await work;
      return sent;
    },
  };
}

async function emptyInstallation(): Promise<ServerSettings> {
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  if (!('url' in database.address)) throw new Error('a server is needed');
  const dataDir = join(stack.use(temporaryFolder()).path, 'data');
  return readSettings({ GWANJE_DATABASE_URL: database.address.url, GWANJE_DATA_DIR: dataDir });
}

function emptyEmbeddedInstallation(): ServerSettings {
  const dataDir = join(stack.use(temporaryFolder()).path, 'data');
  cpSync(inject('embeddedTemplate'), join(dataDir, 'postgres'), { recursive: true });
  return readSettings({ GWANJE_DATA_DIR: dataDir });
}

async function queried(settings: ServerSettings, statement: string) {
  const pool = openPool(databaseAddress(settings));
  try {
    return (await pool.query(statement)).rows;
  } finally {
    await pool.end();
  }
}

const databaseSum = (settings: ServerSettings) =>
  queried(
    settings,
    `select (select count(*) from user_account) as users, (select md5(string_agg(t::text, '')) from alarm_template t) as templates`,
  );

/** The restore itself writes to these tables, so they differ. */
const NOTED = ['audit', 'installation_note'];
const digests = ({ tables }: Manifest) =>
  tables
    .filter(({ name }) => !NOTED.includes(name))
    .map(({ name, rowCnt, digest }) => [name, rowCnt, digest]);
const partitions = ({ entries }: Manifest) =>
  Object.entries(entries).filter(([name]) => name.startsWith(`${SAMPLES_FOLDER}partitions/`));

describe('a backup under ingest', () => {
  it('is complete and holds all samples and every table except those of sessions', async () => {
    expect(sentWhileCopying).toBeGreaterThanOrEqual(3);
    const names = manifest.tables.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['user_account', 'object', 'object_change', 'audit', 'logo']),
    );
    expect(names).not.toContain('session');
    expect(partitions(manifest).length).toBeGreaterThan(0);
    expect(Object.keys(manifest.entries)).toContain(`${SAMPLES_FOLDER}open.duckdb`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await run(verifyBackup, app.settings, file)).toEqual([
      expect.stringContaining('complete and undamaged'),
    ]);
  });

  it('is recorded for the installation page and in the audit log', async () => {
    const { lastBackup } = await readNotes(app.db);
    expect(lastBackup).toMatchObject({ at: manifest.createdAt, samples: 'embedded' });
    expect(await rowsOf(app.db, 'audit', { action: 'installation.backup' })).toHaveLength(1);
  });

  it('leaves no copy of the samples behind', async () => {
    await expect
      .poll(async () => (await readdir(join(app.settings.dataDir, 'backup')).catch(() => [])).length)
      .toBe(0);
  });

  it('never overwrites a file', async () => {
    const before = await readFile(file);
    await expect(run(backup, app.settings, file)).rejects.toThrow(/is there already/);
    expect((await readFile(file)).equals(before)).toBe(true);
  });
});

describe('a backup restored into an empty installation', () => {
  const restoredSettings = new Map<string, ServerSettings>();
  const restored = () => {
    const settings = restoredSettings.get('another server');
    if (!settings) throw new Error('nothing was restored');
    return settings;
  };

  it.each(['another server', 'an embedded database that is not running'])(
    'has the same checksum for every table and partition on %s',
    async (where) => {
      const settings = where.startsWith('another') ? await emptyInstallation() : emptyEmbeddedInstallation();
      restoredSettings.set(where, settings);
      await run(restore, settings, file);
      const again = join(folder, `again ${where}.tar`);
      await run(backup, settings, again);
      const { manifest: second } = await VerifiedArchive.open(again);
      expect(digests(second)).toEqual(digests(manifest));
      expect(partitions(second)).toEqual(partitions(manifest));
    },
  );

  it('has every sample of each object in the database', async () => {
    const settings = restored();
    const pods = manifest.tables.find(({ name }) => name === 'object')?.rowCnt ?? 0;
    expect(pods).toBeGreaterThan(5);
    const nowMs = app.clock.now().getTime();
    const query = {
      scope: 'pod',
      ids: [collected.podId],
      metrics: ['cpuUsedCores', 'memUsedBytes'],
      fromMs: nowMs - 1_800_000,
      toMs: nowMs - 300_000,
      maxPoints: 500,
    } as const;
    const store = await openEmbeddedStore({
      dir: join(settings.dataDir, 'metrics'),
      now: () => nowMs,
      maintainEveryMs: null,
    });
    try {
      expect(await store.series(query)).toEqual(await app.services.metricStore.series(query));
    } finally {
      await store.close();
    }
  });

  it('continues the id sequences, so that no new object gets the samples of an old object', async () => {
    const found = await queried(
      restored(),
      `select nextval('object_id_seq')::int as next, (select max(object_id)::int from object) as highest`,
    );
    const last = manifest.sequences.find(({ name }) => name === 'object_id_seq')?.lastValue;
    expect(found[0].next).toBe(Number(last) + 1);
    expect(found[0].next).toBeGreaterThan(found[0].highest);
  });

  it('is refused a second time, because the installation is no longer empty', async () => {
    const settings = restored();
    const before = await databaseSum(settings);
    await expect(run(restore, settings, file)).rejects.toThrow(/not empty/);
    expect(await databaseSum(settings)).toEqual(before);
  });
});

describe('restore refuses, without changes,', () => {
  let settings: ServerSettings;
  let before: Awaited<ReturnType<typeof databaseSum>>;
  beforeAll(async () => {
    settings = await emptyInstallation();
    before = await databaseSum(settings);
  });

  async function expectRefusal(path: string, sentence: RegExp): Promise<void> {
    const refused = run(restore, settings, path);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toBeInstanceOf(CommandError);
    expect(await databaseSum(settings)).toEqual(before);
    expect(existsSync(join(settings.dataDir, 'metrics'))).toBe(false);
  }

  async function changed(name: string, change: (path: string, bytes: number) => Promise<void>) {
    const path = join(folder, `${name}.tar`);
    await copyFile(file, path);
    await change(path, (await stat(path)).size);
    return path;
  }

  it.each([0.02, 0.3, 0.6, 0.9, 0.999])(
    'a file with one wrong byte at %d of its length, unless it is padding',
    async (part) => {
      const path = await changed(`byte-${part}`, async (at, bytes) => {
        const handle = await open(at, 'r+');
        const place = Math.floor((bytes - 1024) * part);
        const [byte = 0] = (await handle.read(Buffer.alloc(1), 0, 1, place)).buffer;
        await handle.write(Buffer.from([byte ^ 0x40]), 0, 1, place);
        await handle.close();
      });
      const opened = await VerifiedArchive.open(path).catch(() => undefined);
      if (!opened) return expectRefusal(path, /damaged/);
      // The wrong byte is in the padding between two entries: the content must be intact.
      expect(opened.manifest).toEqual(manifest);
      const original = await VerifiedArchive.open(file);
      for (const entry of original.names)
        expect((await opened.read(entry)).equals(await original.read(entry)), entry).toBe(true);
    },
  );

  it('a file with a wrong byte in the rows of a table', async () => {
    const text = await readFile(file);
    const at = text.indexOf('database/user_account/000000.jsonl.zst') + 512 + 40;
    const path = await changed('user-account', async (copy) => {
      text[at] = (text[at] ?? 0) ^ 1;
      await writeFile(copy, text);
    });
    await expectRefusal(path, /damaged/);
  });

  it.each([0.1, 0.5, 0.95])('a file cut at %d of its length', async (part) => {
    const path = await changed(`cut-${part}`, (at, bytes) => truncate(at, Math.floor(bytes * part)));
    await expectRefusal(path, /damaged/);
  });

  it('a file without its manifest', async () => {
    const path = await changed('no-manifest', async (at) => {
      const text = await readFile(at);
      const rest = text.subarray(0, text.indexOf('manifest.json'));
      await writeFile(at, Buffer.concat([rest, Buffer.alloc(1024)]));
    });
    await expectRefusal(path, /damaged/);
  });

  it('a file that is not a backup, and a missing file', async () => {
    const path = join(folder, 'other.tar');
    await writeFile(path, randomBytes(5000));
    await expectRefusal(path, /no backup/);
    await expectRefusal(join(folder, 'absent.tar'), /cannot be read/);
  });

  async function withSchema(name: string, schema: string[]): Promise<string> {
    const path = join(folder, `${name}.tar`);
    const source = await VerifiedArchive.open(file);
    await using writer = await ArchiveWriter.create(path, Date.now());
    for (const entry of Object.keys(manifest.entries)) await writer.add(entry, await source.read(entry));
    const { entries: _entries, ...about } = manifest;
    await writer.finish({ ...about, schema });
    return path;
  }

  it('a backup of a newer release', async () => {
    await expectRefusal(await withSchema('newer', [...manifest.schema, '9999-future']), /newer release/);
  });

  it('a backup of an older release, when the database is already newer', async () => {
    await expectRefusal(await withSchema('older', manifest.schema.slice(0, -1)), /database here is newer/);
  });

  it('any backup while a server runs on the data folder', async () => {
    const sum = await checksum(app.db);
    await expect(run(restore, app.settings, file)).rejects.toThrow(/A server is running/);
    expect(await checksum(app.db)).toBe(sum);
  });
});
