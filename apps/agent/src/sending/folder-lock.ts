import { mkdir } from 'node:fs/promises';
import { lockFolder as lockFolderSync } from '@gwanje/backend/lifecycle/folder-lock';

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Two agents in one folder would send different batches with the same sequence number. If the disk of an
 * existing folder is full, the agent runs without a lock, because stopping the collection would be worse.
 */
export async function lockBufferFolder(folder: string): Promise<Disposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return lockFolderSync(folder, 'agent');
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && DISK_FULL_CODES.has(String(error.code));
    if (!isFull) throw error;
    return { [Symbol.dispose]() {} };
  }
}
