import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DatabaseClient, openPool } from '@gwanje/backend/database/connection';
import { migrateToLatest } from '@gwanje/backend/database/migrate';
import { migrations } from '@gwanje/backend/database/migrations/all';
import { databaseAddress } from '@gwanje/backend/database/open-store';
import type { ServerSettings } from '../../config.ts';
import { isServerRunning } from '../admin-socket.ts';
import type { CommandInput } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { VerifiedArchive } from './archive-reader.ts';
import { type Manifest, SAMPLES_FOLDER } from './manifest.ts';
import { noteDone } from './note-done.ts';
import { startOwnDatabase } from './own-database.ts';
import { hasSamples, replaceSamples } from './samples.ts';
import {
  clearFilledWhenNew,
  digestOf,
  findUsedTable,
  listTables,
  loadTable,
  migrationsDone,
  useExactTexts,
  writeSequences,
} from './tables.ts';

/** Reads every byte of a backup and reports whether it is undamaged. */
export async function verifyBackup(_settings: ServerSettings, { say, args }: CommandInput): Promise<void> {
  const { manifest } = await VerifiedArchive.open(resolve(args[0] ?? ''));
  say(`This backup of ${manifest.createdAt} is complete and undamaged (release ${manifest.productVersion}).`);
}

/** Restores a backup into an empty installation. Checks everything before it changes anything. */
export async function restore(settings: ServerSettings, { say, args }: CommandInput): Promise<void> {
  const archive = await VerifiedArchive.open(resolve(args[0] ?? ''));
  const { manifest } = archive;
  const steps = stepsOf(manifest.schema);
  if (manifest.samples === 'embedded' && settings.metricsUrls.length > 0)
    throw new CommandError(
      'This backup holds samples, but GWANJE_METRICS_URL names another system for them; unset it to restore.',
    );
  if (await isServerRunning(settings.dataDir))
    throw new CommandError('A server is running on this data folder. Stop it, then restore.');
  say(`backup of ${manifest.createdAt}: checksums are right`);

  await using stack = new AsyncDisposableStack();
  stack.use(await startOwnDatabase(settings));
  const address = databaseAddress(settings);
  const pool = openPool(address, { poolSize: 1, statementWithinMs: 0, answerWithinMs: 0 });
  stack.defer(() => pool.end());
  const client = await pool.connect();
  stack.defer(() => client.release(true));
  await requireNothing(client, settings, manifest);
  await migrateToLatest(address, { steps });

  const restored = join(settings.dataDir, 'metrics.restoring');
  await rm(restored, { recursive: true, force: true });
  stack.defer(() => rm(restored, { recursive: true, force: true }));
  if (manifest.samples === 'embedded') await unpackSamples(archive, restored);
  await client.query('begin');
  await useExactTexts(client);
  await load(client, archive);
  if (manifest.samples === 'embedded') await replaceSamples(settings.dataDir, restored);
  await client.query('commit');
  const done = { backupAt: manifest.createdAt };
  await noteDone(settings, 'lastRestore', done, done);
  const rowCnt = manifest.tables.reduce((sum, table) => sum + table.rowCnt, 0);
  say(`restored: ${manifest.tables.length} tables with ${rowCnt} rows, each as it was`);
  if (manifest.samples === 'outside') say('The samples were in another system; restore them there.');
}

/** Only the migrations that the backup had run; later ones run on the restored data. */
function stepsOf(schema: readonly string[]): typeof migrations {
  const known = Object.entries(migrations);
  const unknown = schema.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0)
    throw new CommandError(
      `This backup is of a newer release (it knows ${unknown.join(', ')}); nothing was changed.`,
    );
  const isBeginning = schema.every((name, index) => known[index]?.[0] === name);
  if (!isBeginning)
    throw new CommandError(
      'This backup is of a release whose database cannot be brought up to date; nothing was changed.',
    );
  return Object.fromEntries(known.slice(0, schema.length));
}

async function requireNothing(
  client: DatabaseClient,
  { dataDir, metricsUrls }: ServerSettings,
  { schema }: Manifest,
): Promise<void> {
  const done = await migrationsDone(client);
  const used = done.length > 0 ? await findUsedTable(client) : undefined;
  if (used !== undefined)
    throw new CommandError(
      `This installation is not empty (${used}). Restore into one that has never been used; nothing was changed.`,
    );
  if (done.length > schema.length)
    throw new CommandError(
      `The database here is newer (${done.at(-1)}) than the backup (${schema.at(-1)}). Restore into a database that no release has touched; nothing was changed.`,
    );
  if (metricsUrls.length === 0 && (await hasSamples(dataDir)))
    throw new CommandError(
      `${join(dataDir, 'metrics')} holds samples. Move it away and restore again; nothing was changed.`,
    );
}

async function unpackSamples(archive: VerifiedArchive, folder: string): Promise<void> {
  await mkdir(join(folder, 'partitions'), { recursive: true, mode: 0o700 });
  for (const name of archive.names) {
    if (!name.startsWith(SAMPLES_FOLDER)) continue;
    const path = join(folder, name.slice(SAMPLES_FOLDER.length));
    if (!path.startsWith(`${folder}/`)) throw new CommandError(`${name} is no file of a backup.`);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(archive.stream(name)),
      createWriteStream(path, { mode: 0o600, flush: true }),
    );
  }
  for (const dir of [folder, ...(await foldersIn(folder))]) {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { withFileTypes: true });
  return found.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
}

async function load(client: DatabaseClient, archive: VerifiedArchive): Promise<void> {
  const { tables, sequences } = archive.manifest;
  const order = await listTables(client);
  await clearFilledWhenNew(client);
  for (const name of order) {
    const table = tables.find((known) => known.name === name);
    if (table) await loadTable(client, archive, table);
  }
  await writeSequences(client, sequences);
  for (const { name, rowCnt, digest } of tables) {
    const found = await digestOf(client, name);
    if (found.rowCnt !== rowCnt || found.toString() !== digest)
      throw new CommandError(`${name} is not as it was in the backup; nothing was changed.`);
  }
}
