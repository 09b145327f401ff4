import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { RotatingLog } from './rotating-log.ts';

test('a full log is moved aside, the oldest is deleted, and only the owner can read any of them', async () => {
  using folder = temporaryFolder();
  const log = new RotatingLog(join(folder.path, 'server.log'), { maxBytes: 20, olderFiles: 2 });
  for (let i = 1; i <= 8; i++) log.write(`line ${i} 12345`);
  log.close();
  const names = (await readdir(folder.path)).sort();
  expect(names).toEqual(['server.log', 'server.log.1', 'server.log.2']);
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  expect(names.map(read)).toEqual(['line 8 12345\n', 'line 7 12345\n', 'line 6 12345\n']);
  for (const name of names) expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
});

test('a log that others could read is closed to them', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'server.log');
  writeFileSync(path, 'old\n');
  chmodSync(path, 0o644);
  const log = new RotatingLog(path);
  log.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a line longer than the limit is written', () => {
  using folder = temporaryFolder();
  const log = new RotatingLog(join(folder.path, 'long.log'), { maxBytes: 4, olderFiles: 1 });
  log.write('a long line');
  log.close();
  expect(readFileSync(log.path, 'utf8')).toBe('a long line\n');
});

test('a line after the end is not written, also not to a file that was opened since', () => {
  using folder = temporaryFolder();
  const log = new RotatingLog(join(folder.path, 'ended.log'), { maxBytes: 100, olderFiles: 1 });
  log.close();
  const next = new RotatingLog(join(folder.path, 'next.log'), { maxBytes: 100, olderFiles: 1 });
  log.write('late');
  next.close();
  expect(readFileSync(log.path, 'utf8') + readFileSync(next.path, 'utf8')).toBe('');
});
