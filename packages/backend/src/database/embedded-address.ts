import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The file name that PostgreSQL clients expect in a socket folder. */
const SOCKET_NAME = '.s.PGSQL.5432';
/** The kernel accepts 107 bytes. The margin is for other systems. */
const MAX_SOCKET_BYTES = 100;

/** The socket folder of the embedded database. It is the same for every process with the same data folder. */
export function embeddedSocketDir(dataDir: string): string {
  const folder = resolve(dataDir);
  const inside = join(folder, 'run');
  if (Buffer.byteLength(join(inside, SOCKET_NAME)) <= MAX_SOCKET_BYTES) return inside;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  // Not os.tmpdir(): TMPDIR may differ between the processes that share this folder.
  return join('/tmp', `gwanje-${process.getuid?.() ?? 0}-${name}`);
}

export function socketPathIn(socketDir: string): string {
  return join(socketDir, SOCKET_NAME);
}

/** A client of the socket is the database's superuser, so only this user may have access to the folder. */
export function prepareSocketDir(socketDir: string): void {
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const found = lstatSync(socketDir);
  if (!found.isDirectory()) throw new Error(`${socketDir} is not a folder`);
  const uid = process.getuid?.();
  if (uid !== undefined && found.uid !== uid) throw new Error(`${socketDir} belongs to another user`);
  if ((found.mode & 0o077) !== 0) chmodSync(socketDir, 0o700);
}
