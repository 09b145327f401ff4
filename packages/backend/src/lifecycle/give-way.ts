import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A third of what others get, where there is not enough for all. */
const NICENESS = 5;
const POOL_THREAD = 'libuv-worker';

/**
 * For threads that decode, store and pack: whoever waits for an answer of the main thread goes before. With
 * `withPool` also for the threads that native code works on. Only Linux has a priority for each thread.
 */
export function giveWay({ withPool = false } = {}): void {
  if (process.platform !== 'linux') return;
  setPriority(NICENESS);
  if (!withPool) return;
  for (const thread of readdirSync('/proc/self/task')) {
    if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === POOL_THREAD)
      setPriority(Number(thread), NICENESS);
  }
}
