import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@gwanje/backend/config/env';

/** Two agents that share a folder would use each number twice. A lock whose process is gone is no lock. */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock');
  const held = await readFile(path, 'utf8').catch(() => undefined);
  if (held !== undefined) {
    const pid = Number(held);
    // In a container every run has the same process id.
    if (pid !== process.pid && isAlive(pid)) {
      throw new ConfigError(`another agent (process ${pid}) works in ${folder}`);
    }
    await rm(path, { force: true });
  }
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(String(process.pid));
  await file.close();
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
