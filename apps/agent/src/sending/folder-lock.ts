import { mkdir } from 'node:fs/promises';
import { lockFolder as lock } from '@gwanje/backend/lifecycle/folder-lock';

/** Two agents that share a folder would use each number twice. */
export async function lockFolder(folder: string): Promise<Disposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return lock(folder, 'agent');
}
