import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockBufferFolder } from './folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gwanje-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the lock of an agent's folder", () => {
  it('can be held only once, and its release removes the lock file', async () => {
    const held = await lockBufferFolder(folder);
    await expect(lockBufferFolder(folder)).rejects.toThrow(`in use by the agent process ${process.pid}`);
    held[Symbol.dispose]();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is ignored after a reboot, even when another process has its pid', async () => {
    const held = await lockBufferFolder(folder);
    const [file = ''] = readdirSync(folder);
    const mine = readFileSync(join(folder, file), 'utf8');
    held[Symbol.dispose]();
    // The parent process is alive, but it does not hold this lock.
    for (const stale of [mine.replace(/\S+$/, 'earlier-boot'), `${process.ppid}`, '1']) {
      writeFileSync(join(folder, file), stale);
      (await lockBufferFolder(folder))[Symbol.dispose]();
    }
  });
});
