import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The ending of files that are not complete. A process that starts may delete them. */
export const UNFINISHED = '.tmp';

/** Writes a whole file, syncs it to the disk and then renames it: a crash leaves a complete file or none. */
export async function writeDurably(folder: string, name: string, body: Uint8Array): Promise<void> {
  const path = join(folder, name);
  const draft = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
