import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder, refuseIfServed } from './folder-lock.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  let lock: string;
  beforeEach(() => {
    folder = mkdtempSync('/tmp/gwanje-test-');
    lock = join(folder, 'database.lock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is held by one at a time and leaves nothing behind', () => {
    const held = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by the database process ${process.pid}`);
    held[Symbol.dispose]();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder)[Symbol.dispose]();
  });

  it('is free when its holder was killed', async () => {
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))};
         lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
    );
    await once(holder.stdout, 'data');
    expect(() => lockFolder(folder)).toThrow(`in use by the database process ${holder.pid}`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    lockFolder(folder)[Symbol.dispose]();
  });

  it('is free when another process has got the number of its holder', () => {
    lockFolder(folder);
    const [pid = '', ticks = '', boot = ''] = readFileSync(lock, 'utf8').split(' ');
    for (const other of [`${pid} ${Number(ticks) - 1} ${boot}`, `${pid} ${ticks} earlier-boot`]) {
      writeFileSync(lock, other);
      lockFolder(folder)[Symbol.dispose]();
    }
  });

  it('is free when its file is rubbish', () => {
    for (const rubbish of ['', 'x', '-1', '0 0 0']) {
      writeFileSync(lock, rubbish);
      lockFolder(folder)[Symbol.dispose]();
    }
  });

  it('is not enough where a holder is out of sight: its socket is asked, too', async () => {
    const path = join(folder, 'socket');
    await refuseIfServed(path);
    writeFileSync(path, '');
    await refuseIfServed(path);
    rmSync(path);
    const server = createServer().listen(path);
    await once(server, 'listening');
    await expect(refuseIfServed(path)).rejects.toThrow(`serves ${path}`);
    server.close();
  });
});
