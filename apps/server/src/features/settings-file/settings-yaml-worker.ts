import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  type FileError,
  SETTINGS_FILE_MAX_BYTES,
  type SettingsFile,
} from '@gwanje/kinds/calls/settings-file';
import { type ReadFile, readSettingsText, settingsText } from './settings-yaml.ts';

type YamlJob = { readonly write: SettingsFile } | { readonly read: string };
type YamlAnswer = { readonly text: string } | ReadFile;

/** The worker runs this same file. */
const WORKER = new URL(import.meta.url);
/** Far more than an exported file takes; a hostile map of tens of thousands of keys would take minutes. */
const WITHIN_MS = 60_000;
const MAX_HEAP_MB = 512;

/** Deterministic: two exports differ only where the installations do. */
export async function writeYaml(file: SettingsFile): Promise<string> {
  const answer = await inWorker({ write: file });
  if (!answer || !('text' in answer)) throw new Error('the settings could not be written within a minute');
  return answer.text;
}

/** Returns the file or its errors. A worker reads it, so that no text can block the server. */
export async function readYaml(content: string, withinMs = WITHIN_MS): Promise<ReadFile> {
  if (Buffer.byteLength(content) > SETTINGS_FILE_MAX_BYTES)
    return refused('tooLarge', String(SETTINGS_FILE_MAX_BYTES));
  const answer = await inWorker({ read: content }, withinMs);
  return answer && 'errors' in answer ? answer : refused('tooSlow', null);
}

function refused(reason: FileError['reason'], detail: string | null): ReadFile {
  return { file: null, errors: [{ path: '', line: null, reason, detail }], lines: {} };
}

/** Returns undefined when the worker took too long or too much memory. */
async function inWorker(job: YamlJob, withinMs = WITHIN_MS): Promise<YamlAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<YamlAnswer | undefined>();
  const worker = new Worker(WORKER, {
    workerData: { isSettingsYaml: true, job },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
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

if (!isMainThread && workerData?.isSettingsYaml === true) {
  const { job }: { readonly job: YamlJob } = workerData;
  const answer: YamlAnswer = 'write' in job ? { text: settingsText(job.write) } : readSettingsText(job.read);
  parentPort?.postMessage(answer);
}
