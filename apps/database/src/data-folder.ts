import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@gwanje/backend/config/env';
import { SharedPGlite } from './shared-pglite.ts';

const MAX_OUTPUT_LINES = 20;

/** Opens the database in `<dataDir>/postgres`. Creates it first if it does not exist. */
export async function openFolder(
  dataDir: string,
  onCrash: (error: unknown, output: readonly string[]) => void,
): Promise<SharedPGlite> {
  const folder = join(dataDir, 'postgres');
  const unfinished = join(dataDir, 'postgres.unfinished');
  // A killed first start left this folder. It has never served a client.
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  const isNew = !existsSync(folder) || readdirSync(folder).length === 0;
  if (!isNew && !existsSync(join(folder, 'PG_VERSION'))) {
    throw new ConfigError(
      `${folder} holds files but no database (PG_VERSION is missing). Restore it from a backup, or move it away to start empty.`,
    );
  }
  if (isNew) {
    writeFileSync(unfinished, '');
    syncPath(dataDir);
  }
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const output: string[] = [];
  const db = new SharedPGlite(
    folder,
    (line) => {
      output.push(line);
      if (output.length > MAX_OUTPUT_LINES) output.shift();
    },
    (error) => onCrash(error, output),
  );
  try {
    await db.prepare();
  } catch (error) {
    const reason = output.filter((line) => /FATAL|PANIC|ERROR|HINT/.test(line)).join('\n') || String(error);
    throw new ConfigError(
      `the database in ${folder} cannot be opened:\n${reason}\nRestore it from a backup, or move it away to start empty.`,
    );
  }
  if (isNew) {
    syncTree(folder);
    rmSync(unfinished);
    syncPath(dataDir);
  }
  return db;
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
