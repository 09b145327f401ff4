import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

const IN_MEMORY = '/dev/shm';
/** Several databases at once; a container may have but 64 MB. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * In memory where there is room: what survives kill -9 does so there too, and a database that starts after one waits
 * seconds for a disk.
 */
export function fastTemporaryRoot(): string {
  return hasRoom(IN_MEMORY) ? IN_MEMORY : '/tmp';
}

/** Short enough for a Unix socket inside, unlike some values of TMPDIR. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(fastTemporaryRoot(), 'gwanje-test-'));
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}
