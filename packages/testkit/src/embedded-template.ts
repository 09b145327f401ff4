import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { migrateToLatest } from '@gwanje/backend/database/migrate';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * A data folder of the embedded database, empty but migrated. Creating it takes seconds, so it is cached
 * between runs. Its name has a hash of all inputs.
 */
export async function prepareEmbeddedTemplate(): Promise<string> {
  const cache = join(root, 'node_modules/.cache/gwanje');
  const kept = join(cache, `embedded-${templateHash()}`);
  if (existsSync(kept)) return kept;
  using folder = temporaryFolder();
  const database = await startEmbeddedDatabase(folder.path);
  try {
    await migrateToLatest(database.address);
  } finally {
    await database.stop();
  }
  // The folder gets its final name only when it is complete.
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  try {
    cpSync(join(folder.path, 'postgres'), join(draft, 'postgres'), { recursive: true });
    renameSync(join(draft, 'postgres'), kept);
  } catch (error) {
    // Another run, perhaps at the same time, may have created it first.
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return kept;
}

function templateHash(): string {
  const hash = createHash('sha256');
  const sources = [
    ...globSync('packages/backend/src/database/migrations/*', { cwd: root }),
    ...globSync('apps/database/src/*.ts', { cwd: root }),
    'node_modules/@electric-sql/pglite/package.json',
  ];
  for (const path of sources.sort()) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}
