import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@gwanje/testkit/free-port';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { StartError, Supervisor } from './supervisor.ts';

const ENTRY = 'scripts/installation/testing/part.ts';
/** Longer than the pause before a restart. */
const RESTART_MS = 400;

test('a part that refuses its settings is reported in words and not started again', async () => {
  const { supervisor, logOf } = openSupervisor();
  const healthy = supervisor.start({ name: 'healthy', entry: ENTRY });
  const refused = supervisor.start({ name: 'simulator', entry: ENTRY, args: ['refuse'] });
  await expect(refused).rejects.toThrow(new StartError('simulator: GWANJE_PART_PORT: port 1 is taken'));
  await healthy;
  expect(supervisor.pidOf('healthy')).toBeGreaterThan(0);
  await expect.poll(() => supervisor.pidOf('simulator')).toBeUndefined();
  await delay(RESTART_MS);
  // A second start would still run on a slow machine. On a fast one it would have written its line.
  expect(supervisor.pidOf('simulator')).toBeUndefined();
  expect(logOf('simulator').match(/^started/gm)).toHaveLength(1);
});

test('a program is ready when it answers, comes back after kill -9, and stays away while it is halted', async () => {
  const { supervisor } = openSupervisor();
  const port = await freePort();
  await supervisor.start({ ...answering(port), name: 'engine' });
  const first = supervisor.pidOf('engine');
  process.kill(first ?? 0, 'SIGKILL');
  await expect.poll(() => supervisor.pidOf('engine')).not.toBe(first);
  await expect.poll(() => supervisor.pidOf('engine')).toBeDefined();
  await supervisor.halt('engine');
  await delay(RESTART_MS);
  expect(supervisor.pidOf('engine')).toBeUndefined();
  await supervisor.startAgain('engine');
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
});

test('a program that ends at its start is reported with its last lines and not started again', async () => {
  const { supervisor, logOf } = openSupervisor();
  const program = { ...answering(1), args: ['-c', 'echo started; echo "port is taken" >&2; exit 1'] };
  const refused = supervisor.start({ ...program, program: 'sh', name: 'engine' });
  await expect(refused).rejects.toThrow('engine:\n  started\n  port is taken');
  await delay(RESTART_MS);
  expect(logOf('engine').match(/^started/gm)).toHaveLength(1);
});

test.each([
  ['its supervisor is killed', 'supervise.ts', 'supervising '],
  ['the parent of its supervisor is killed', 'launch.ts', 'supervising '],
  ['that parent is killed before the start', 'launch.ts', 'starting '],
])('a part ends when %s with kill -9', async (_when, entry, killedAt) => {
  using folder = temporaryFolder();
  await using started = new TestProcess(join(import.meta.dirname, 'testing', entry), { args: [folder.path] });
  const line = await started.waitForLine((line) => line.startsWith(killedAt));
  const pids = line.split(' ').slice(1).map(Number);
  expect(pids.every(isRunning)).toBe(true);
  process.kill(started.pid, 'SIGKILL');
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

function openSupervisor() {
  const folder = temporaryFolder();
  const supervisor = new Supervisor(folder.path);
  onTestFinished(async () => {
    await supervisor.stop();
    folder[Symbol.dispose]();
  });
  return { supervisor, logOf: (name: string) => readFileSync(join(folder.path, `${name}.log`), 'utf8') };
}

/** This Node as a program that knows nothing of a supervisor. */
function answering(port: number) {
  const code = `require('http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`;
  return {
    program: process.execPath,
    args: ['-e', code],
    readyUrl: `http://127.0.0.1:${port}`,
    isLogOnly: true,
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended stays in the table until its parent has read its exit code.
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}
