import { resolve } from 'node:path';
import { type DatabasePool, openPool } from '@gwanje/backend/database/connection';
import { migrateToLatest } from '@gwanje/backend/database/migrate';
import { databaseAddress } from '@gwanje/backend/database/open-store';
import type { ServerSettings } from '../../config.ts';
import { VERSION } from '../../platform/version.ts';
import type { CommandInput } from '../command.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { type Manifest, SAMPLES_FOLDER } from './manifest.ts';
import { noteDone } from './note-done.ts';
import { startOwnDatabase } from './own-database.ts';
import { copyOfSamples, filesOf } from './samples.ts';
import { dumpTable, LEFT_OUT, listTables, migrationsDone, readSequences, useExactTexts } from './tables.ts';

/**
 * Writes an installation, running or not, into one file: first all tables in one database snapshot, then the
 * samples. The server stores samples before it commits their batch, so no sample of a committed batch is
 * missing. Like a start of the server, the command first migrates the database to its own version.
 */
export async function backup(settings: ServerSettings, { say, args }: CommandInput): Promise<void> {
  const path = resolve(args[0] ?? '');
  const startedMs = performance.now();
  const createdAt = new Date();
  await using stack = new AsyncDisposableStack();
  const archive = stack.use(await ArchiveWriter.create(path, createdAt.getTime()));
  stack.use(await startOwnDatabase(settings));
  const address = databaseAddress(settings);
  await migrateToLatest(address);
  // No time limits: a snapshot of large tables can take long.
  const pool = openPool(address, { poolSize: 1, statementWithinMs: 0, answerWithinMs: 0 });
  stack.defer(() => pool.end());

  const { tables, schema } = await dumpDatabase(pool, archive);
  say(`database: ${tables.length} tables, ${rowsOf(tables)} rows`);
  const samples = await dumpSamples(settings, archive, say);
  // Read last: the samples may contain ids from after the snapshot, which must not be used again.
  const sequences = await readSequences(pool);
  await archive.finish({
    format: 'gwanje-backup',
    formatVersion: 1,
    productVersion: VERSION,
    createdAt: createdAt.toISOString(),
    schema: [...schema],
    tables,
    sequences,
    samples,
  });
  const durationMs = Math.round(performance.now() - startedMs);
  const done = { bytes: archive.bytes, durationMs, samples };
  await noteDone(settings, 'lastBackup', { at: createdAt.toISOString(), ...done }, done);
  say(`${path}: ${archive.bytes} bytes in ${(durationMs / 1000).toFixed(1)} s`);
}

async function dumpDatabase(
  pool: DatabasePool,
  archive: ArchiveWriter,
): Promise<{ tables: Manifest['tables']; schema: readonly string[] }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await useExactTexts(client);
    const schema = await migrationsDone(client);
    const tables: Manifest['tables'] = [];
    for (const name of await listTables(client))
      if (!LEFT_OUT.includes(name)) tables.push(await dumpTable(client, archive, name));
    await client.query('commit');
    return { tables, schema };
  } finally {
    // Discards the connection: after a failure its state is unknown.
    client.release(true);
  }
}

async function dumpSamples(
  settings: ServerSettings,
  archive: ArchiveWriter,
  say: CommandInput['say'],
): Promise<Manifest['samples']> {
  await using copy = await copyOfSamples(settings);
  if (copy.dir === undefined) {
    say('samples: they are in the system that GWANJE_METRICS_URL names; back them up there');
    return 'outside';
  }
  const files = await filesOf(copy.dir);
  for (const file of files) await archive.addFile(`${SAMPLES_FOLDER}${file}`, `${copy.dir}/${file}`);
  say(`samples: ${files.length} files`);
  return 'embedded';
}

function rowsOf(tables: Manifest['tables']): number {
  return tables.reduce((sum, { rowCnt }) => sum + rowCnt, 0);
}
