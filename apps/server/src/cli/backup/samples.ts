import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import type { ServerSettings } from '../../config.ts';
import { type BorrowedCopy, borrowCopy } from '../admin-socket.ts';
import { CommandError } from '../command-error.ts';

type StoreLocation = Pick<ServerSettings, 'dataDir' | 'metricsUrls'>;

export function samplesFolder(dataDir: string): string {
  return join(dataDir, 'metrics');
}

/**
 * Gets a copy from the running server, which has locked the store; without a server, opens the store itself.
 */
export async function copyOfSamples({ dataDir, metricsUrls }: StoreLocation): Promise<BorrowedCopy> {
  const borrowed = await borrowCopy(dataDir);
  if (borrowed) return borrowed;
  if (metricsUrls.length > 0) return { dir: undefined, async [Symbol.asyncDispose]() {} };
  const dir = join(dataDir, 'backup', randomUUID());
  const store = await openStoppedStore(dataDir);
  try {
    await store.copyTo(dir);
  } finally {
    await store.close();
  }
  return {
    dir,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

async function openStoppedStore(dataDir: string) {
  try {
    return await openEmbeddedStore({ dir: samplesFolder(dataDir), maintainEveryMs: null });
  } catch (error) {
    throw new CommandError(
      `The samples cannot be opened. A server that uses ${dataDir} must answer on its admin socket, or be stopped: ${String(error)}`,
    );
  }
}

/** True when replacing the store would lose samples. */
export async function hasSamples(dataDir: string): Promise<boolean> {
  if (!existsSync(samplesFolder(dataDir))) return false;
  const store = await openStoppedStore(dataDir);
  try {
    const { tiers, damagedFiles } = await store.stats();
    return damagedFiles.length > 0 || tiers.some(({ rows }) => rows > 0);
  } finally {
    await store.close();
  }
}

/** Lists every file of a copy by its relative path. */
export async function filesOf(dir: string): Promise<readonly string[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .toSorted();
}

export async function replaceSamples(dataDir: string, restored: string): Promise<void> {
  await rm(samplesFolder(dataDir), { recursive: true, force: true });
  await rename(restored, samplesFolder(dataDir));
}
