import { setTimeout as delay } from 'node:timers/promises';
import { startTemporaryStack } from '../../../scripts/installation/temporary-stack.ts';
import { startDemo } from '../../demo/demo.ts';
import { type Figure, figure } from '../figure.ts';
import { usageOf } from '../process-usage.ts';

const HISTORY_SEC = 26 * 3600;
/** After the past is written: the server closes the files of its samples. */
const SETTLE_MS = 60_000;

/** The memory of the server after the first start of the demo, as by `npm start`. */
export async function measureDemoServer(): Promise<readonly Figure[]> {
  await using stack = await startTemporaryStack({ GWANJE_DEMO: '1' });
  const { dataDir, port, supervisor } = stack;
  const demo = { dataDir, serverPort: port, pods: 1500, historySec: HISTORY_SEC };
  await (await startDemo(supervisor, demo))?.pastWritten;
  await delay(SETTLE_MS);
  return [figure('server.demo_rss_mb', usageOf(supervisor.pidOf('server')).rssMib, 'MB', '<= 400', 0)];
}
