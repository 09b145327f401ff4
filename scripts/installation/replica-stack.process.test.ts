import { whyNot } from '@gwanje/testkit/debian-program';
import { CARELESS_FLAGS } from '@gwanje/testkit/postgres-server';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { startReplicaStack } from './replica-stack.ts';

const START_MS = 300_000;
const PROGRAMS = ['haproxy', 'victoria-metrics'];
const reasons = PROGRAMS.flatMap((program) => whyNot(program) ?? []);
for (const reason of reasons) process.stderr.write(`${reason}: several servers are not started\n`);

test.runIf(reasons.length === 0)(
  'the console answers while one of two servers is cut off from the database, and no process is left',
  { timeout: START_MS },
  async () => {
    using folder = temporaryFolder();
    await using stack = await startReplicaStack({
      dataDir: folder.path,
      replicas: 2,
      engines: 2,
      hasLinks: true,
      postgresFlags: CARELESS_FLAGS,
      env: { GWANJE_LOG_LEVEL: 'error' },
    });
    const statusOf = async (url: string) => (await fetch(`${url}/readyz`)).status;
    const [first, second] = stack.replicas;
    if (!first || !second) throw new Error('two replicas were asked for');
    // On a busy machine a server may be late to renew its lease, and then says so.
    await expect.poll(() => Promise.all([first, second].map(({ url }) => statusOf(url)))).toEqual([200, 200]);

    stack.links?.cut(first.name, 'postgres', 'reset');
    await expect.poll(() => statusOf(first.url)).toBe(503);
    expect(await statusOf(second.url)).toBe(200);
    // The load balancer leaves the first server out after its next checks.
    await expect.poll(() => statusOf(stack.consoleUrl)).toBe(200);
    stack.links?.restore(first.name, 'postgres');
    await expect.poll(() => statusOf(first.url)).toBe(200);

    stack.pause('postgres');
    const paused = fetch(`${first.url}/readyz`, { signal: AbortSignal.timeout(300) });
    await expect(paused).rejects.toThrow('timeout');
    stack.resume('postgres');
    await expect.poll(() => statusOf(stack.consoleUrl)).toBe(200);

    const pids = ['postgres', 'haproxy', 'metrics-1', 'replica-1', 'login-1'].flatMap((name) =>
      stack.pidsOf(name),
    );
    await stack.stop();
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
