import { mkdir } from 'node:fs/promises';
import { lockFolder as lock } from '@gwanje/backend/lifecycle/folder-lock';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Two agents in one folder would use each number twice. A full disk means no lock: no data is worse. */
export async function lockFolder(folder: string): Promise<Disposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return lock(folder, 'agent');
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && FULL.has(String(error.code));
    if (!isFull) throw error;
    return { [Symbol.dispose]() {} };
  }
}
