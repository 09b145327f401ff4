import { Worker } from 'node:worker_threads';
import { type FileFault, SETTINGS_FILE_MAX_BYTES, type SettingsFile } from '@gwanje/contract/settings-file';
import type { ReadFile } from './read-text.ts';

export type TextJob = { readonly write: SettingsFile } | { readonly read: string };
export type TextAnswer = { readonly text: string } | ReadFile;

const WORKER = new URL('./text-worker.ts', import.meta.url);
/** Far above what any file of ours takes; a map of tens of thousands of keys would take minutes. */
const WITHIN_MS = 60_000;
const MOST_HEAP_MB = 512;

/** In the same order, with the same words and line ends, whatever made it: two exports differ where installations do. */
export async function writeText(file: SettingsFile): Promise<string> {
  const answer = await inWorker({ write: file });
  if (!answer || !('text' in answer)) throw new Error('the settings could not be written within a minute');
  return answer.text;
}

/** The file, or all that is wrong with it. Another thread reads it, so that no text can keep the server from answering. */
export async function readText(content: string, withinMs = WITHIN_MS): Promise<ReadFile> {
  if (Buffer.byteLength(content) > SETTINGS_FILE_MAX_BYTES)
    return refused('tooLarge', String(SETTINGS_FILE_MAX_BYTES));
  const answer = await inWorker({ read: content }, withinMs);
  return answer && 'faults' in answer ? answer : refused('tooSlow', null);
}

function refused(reason: FileFault['reason'], detail: string | null): ReadFile {
  return { file: null, faults: [{ path: '', line: null, reason, detail }], lines: {} };
}

/** Undefined where it took too long, or more memory than it may. */
async function inWorker(job: TextJob, withinMs = WITHIN_MS): Promise<TextAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<TextAnswer | undefined>();
  const worker = new Worker(WORKER, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  const timer = setTimeout(() => resolve(undefined), withinMs);
  worker.once('message', resolve);
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
