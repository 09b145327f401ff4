import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { StartError, Supervisor } from './supervisor.ts';

const ENTRY = 'scripts/installation/testing/part.ts';
/** Longer than the pause before a restart. */
const RESTART_MS = 400;

test('a part that refuses its settings is reported in words and not started again', async () => {
  using folder = temporaryFolder();
  const supervisor = new Supervisor(folder.path);
  try {
    const healthy = supervisor.start({ name: 'healthy', entry: ENTRY });
    const refused = supervisor.start({ name: 'simulator', entry: ENTRY, args: ['refuse'] });
    await expect(refused).rejects.toThrow(new StartError('simulator: GWANJE_PART_PORT: port 1 is taken'));
    await healthy;
    expect(supervisor.pidOf('healthy')).toBeGreaterThan(0);
    await expect.poll(() => supervisor.pidOf('simulator')).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    // A second start would still run on a slow machine. On a fast one it would have written its line.
    expect(supervisor.pidOf('simulator')).toBeUndefined();
    const starts = readFileSync(join(folder.path, 'simulator.log'), 'utf8').match(/^started/gm);
    expect(starts).toHaveLength(1);
  } finally {
    await supervisor.stop();
  }
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended stays in the table until its parent has read its exit code.
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}
