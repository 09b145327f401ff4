import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/env.ts';

/** Two processes would destroy a data folder. Node has no flock, so a file names the process; a lock of a dead process is stale. */
export function lockFolder(folder: string, who: 'database' | 'agent'): Disposable {
  const path = join(folder, `${who}.lock`);
  const mine = identityOf(process.pid) ?? String(process.pid);
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, mine);
    while (!tryLink(draft, path)) removeIfStale(path, folder, who);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    [Symbol.dispose]() {
      if (readIfThere(path) === mine) rmSync(path, { force: true });
    },
  };
}

function removeIfStale(path: string, folder: string, who: string): void {
  const holder = readIfThere(path);
  if (holder === undefined) return;
  if (isAlive(holder)) {
    throw new ConfigError(`${folder} is in use by the ${who} process ${holder.split(' ')[0]}`);
  }
  // The lock is moved aside and read again: another process may have replaced it in the meantime.
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readIfThere(aside) !== holder) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function isAlive(holder: string): boolean {
  const pid = Number(holder.split(' ')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  const now = identityOf(pid);
  if (now !== undefined) return now === holder;
  if (process.platform === 'linux') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** Pids are reused, nearly always after a restart of a container. Boot id and start time make them unique. */
function identityOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the command in brackets, which may contain anything. The start time is the 22nd.
    const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${pid} ${startTicks} ${boot}`;
  } catch {
    return undefined;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
