import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type EmbeddedOptions, type EmbeddedStore, openEmbeddedStore } from '../embedded/embedded-store.ts';
import { startInSameThread } from './same-thread.ts';

/** A folder that is removed after the test. */
export async function metricFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-metrics-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** An embedded store in the thread of the test, which does its maintenance only when the test asks for it. */
export function openTestStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const ownPace = { maintainEveryMs: null, startWorker: startInSameThread, minFreeBytes: 0 };
  return openEmbeddedStore({ ...ownPace, ...options });
}
