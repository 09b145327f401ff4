import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  let lock: string;
  beforeEach(() => {
    folder = mkdtempSync('/tmp/gwanje-test-');
    lock = join(folder, 'database.lock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is held once at a time and leaves no file after its release', () => {
    const held = lockFolder(folder, 'database');
    expect(() => lockFolder(folder, 'database')).toThrow(`in use by the database process ${process.pid}`);
    held[Symbol.dispose]();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder, 'database')[Symbol.dispose]();
  });

  it('is free when its holder was killed', async () => {
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))};
         lockFolder(${JSON.stringify(folder)}, 'database'); console.log('held'); setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
    );
    await once(holder.stdout, 'data');
    expect(() => lockFolder(folder, 'database')).toThrow(`in use by the database process ${holder.pid}`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    lockFolder(folder, 'database')[Symbol.dispose]();
  });

  it('is free when another process has the pid of its holder', () => {
    lockFolder(folder, 'database');
    const [pid = '', ticks = '', boot = ''] = readFileSync(lock, 'utf8').split(' ');
    for (const other of [`${pid} ${Number(ticks) - 1} ${boot}`, `${pid} ${ticks} earlier-boot`]) {
      writeFileSync(lock, other);
      lockFolder(folder, 'database')[Symbol.dispose]();
    }
  });

  it('is free when its file is invalid', () => {
    for (const rubbish of ['', 'x', '-1', '0 0 0']) {
      writeFileSync(lock, rubbish);
      lockFolder(folder, 'database')[Symbol.dispose]();
    }
  });
});
