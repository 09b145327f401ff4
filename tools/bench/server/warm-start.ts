import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gwanje/testkit/free-port';
import { startStack } from '../../../scripts/installation/stack.ts';
import { type Figure, figure } from '../figure.ts';

/** From the command to the ready line, with everything installed and built, on an existing data folder. */
export async function measureWarmStart(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-bench-'));
  try {
    await timeStart(dataDir);
    const seconds = await timeStart(dataDir);
    return [figure('start.warm_s', seconds, 's', '<= 10', 2)];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const [port, loginPort] = [await freePort(), await freePort()];
  const startedMs = performance.now();
  const stack = await startStack({ dataDir, port, loginPort, env: { GWANJE_DEMO: '1' } });
  const seconds = (performance.now() - startedMs) / 1000;
  await stack.stop();
  return seconds;
}
