import { z } from 'zod';
import { readStoredJson, writeStored } from '#core/browser/storage.ts';

/** A module could not be loaded, usually because the console was updated while this window was open. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const LastReload = z.object({ path: z.string(), atMs: z.number() });
type LastReload = z.infer<typeof LastReload>;

const KEY = 'chunkReload';
/** A second failure within this time has another cause, and reloading would loop. */
const RELOAD_ONCE_WITHIN_MS = 60_000;

export function mayReload(last: LastReload | undefined, path: string, nowMs: number): boolean {
  return last === undefined || last.path !== path || Math.abs(nowMs - last.atMs) > RELOAD_ONCE_WITHIN_MS;
}

/** Reloads the path unless a reload has just failed. Returns whether it reloads. */
export function reloadForChunk(path: string, nowMs: number, load: (path: string) => void): boolean {
  const last = LastReload.safeParse(readStoredJson('session', KEY)).data;
  if (!mayReload(last, path, nowMs)) return false;
  writeStored('session', KEY, JSON.stringify({ path, atMs: nowMs } satisfies LastReload));
  // Without storage the attempt cannot be recorded, and a reload could loop.
  if (readStoredJson('session', KEY) === undefined) return false;
  load(path);
  return true;
}

export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLoadError('a part of the page could not be loaded', { cause });
  }
}
