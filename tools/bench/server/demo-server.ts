import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@gwanje/testkit/free-port';
import { startStack } from '../../../scripts/stack.ts';
import { startDemo } from '../../demo/demo.ts';
import { type Figure, figure } from '../figure.ts';

const HISTORY_SEC = 26 * 3600;
/** After the past is written: agents list their clusters and send the first samples. */
const SETTLE_MS = 60_000;

/** The memory of the server after the first start of the demo, as by `npm start`. */
export async function measureDemoServer(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-bench-'));
  const [port, loginPort] = [await freePort(), await freePort()];
  const stack = await startStack({ dataDir, port, loginPort, env: { GWANJE_DEMO: '1' } });
  try {
    const demo = { dataDir, serverPort: port, simulatorPort: 0, pods: 1500, historySec: HISTORY_SEC };
    await startDemo(stack, demo);
    await delay(SETTLE_MS);
    const status = await readFile(`/proc/${stack.pidOf('server')}/status`, 'utf8');
    const rssMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    return [figure('server.demo_rss_mb', rssMb, 'MB', '<= 400', 0)];
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
