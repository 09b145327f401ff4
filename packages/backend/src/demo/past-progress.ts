import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * How far the past of the demo clusters is written. The process that writes it keeps a file in the demo's folder, and
 * the server reads the file.
 */
export const PastProgress = z.object({
  /** Null: not known yet. */
  remainingSec: z.number().nullable(),
});
export type PastProgress = z.infer<typeof PastProgress>;

/** The writer writes the file this often, also without progress. */
export const NOTE_EVERY_MS = 1000;
/** An older file was left behind by a writer that was killed. */
const VALID_MS = 30_000;

function pathIn(folder: string): string {
  return join(folder, 'past-progress.json');
}

/** Null: nobody writes the past now. */
export async function readPastProgress(folder: string, nowMs: number): Promise<PastProgress | null> {
  try {
    const { mtimeMs } = await stat(pathIn(folder));
    if (nowMs - mtimeMs > VALID_MS) return null;
    return PastProgress.parse(JSON.parse(await readFile(pathIn(folder), 'utf8')));
  } catch {
    // There is no file, or it has just been removed.
    return null;
  }
}

export async function notePastProgress(folder: string, progress: PastProgress): Promise<void> {
  const path = pathIn(folder);
  await writeFile(`${path}.tmp`, JSON.stringify(progress), { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

export async function endPastProgress(folder: string): Promise<void> {
  await rm(pathIn(folder), { force: true });
}
