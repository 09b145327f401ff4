import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { openStore } from '@gwanje/backend/database/open-store';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { createServerApp } from '../../../apps/server/src/app.ts';
import { readSettings } from '../../../apps/server/src/config.ts';
import { openServices } from '../../../apps/server/src/services.ts';
import { fillLiveState } from './live-world.ts';

/** Asked by the measuring process. */
export type GrowthQuestion = 'usage' | 'scan';

/** Sent to the measuring process: when the live state is filled, and for every question. */
export type GrowthReport =
  | { readonly kind: 'filled'; readonly fillCpuSec: number }
  | { readonly kind: 'usage'; readonly cpuMs: number; readonly rssMb: number }
  | { readonly kind: 'scan'; readonly cpuMs: number };

/** The clock of CPU time advances in steps of up to 4 ms. */
const SCAN_ROUNDS = 50;

/**
 * The server with a live state that was filled without batches: a replica that owns no cluster. Alarms are
 * not evaluated. The argument is a list of pods by cluster.
 */
const podCnts = new Map<number, number>(JSON.parse(process.argv[2] ?? '[]'));
const settings = readSettings(process.env);
const now = () => new Date();
const logger = createLogger('server', 'error');
const metrics = createMetrics('server');
const { db } = await openStore(settings);
const services = await openServices({
  settings,
  db,
  logger,
  metrics,
  now,
  lease: ALWAYS_HELD,
  areAlarmsTimed: false,
});
const app = await createServerApp({
  services,
  db,
  logger,
  metrics,
  now,
  validateAnswers: false,
  consoleDir: undefined,
});
await app.listen({ host: '127.0.0.1', port: settings.port });
const before = process.cpuUsage();
fillLiveState(services.live, podCnts, Date.now());
const { user, system } = process.cpuUsage(before);
report({ kind: 'filled', fillCpuSec: (user + system) / 1e6 });
const podCnt = [...podCnts.values()].reduce((sum, cnt) => sum + cnt, 0);
const column = new Float64Array(podCnt).fill(1);
const slots = Int32Array.from({ length: podCnt }, (_, slot) => slot);
process.on('message', (question: GrowthQuestion) => {
  if (question === 'scan') report({ kind: 'scan', cpuMs: scan() });
  else report({ kind: 'usage', cpuMs: cpuMs(), rssMb: process.memoryUsage.rss() / 2 ** 20 });
});

/** The CPU time of the main thread so far. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The CPU time of the least that a list of all pods can do: read one number of each. */
function scan(): number {
  const beforeMs = cpuMs();
  let sum = 0;
  for (let round = 0; round < SCAN_ROUNDS; round++)
    for (let at = 0; at < slots.length; at++) sum += column[slots[at] ?? 0] ?? 0;
  const ms = (cpuMs() - beforeMs) / SCAN_ROUNDS;
  if (sum !== SCAN_ROUNDS * podCnt) throw new Error('the scan is wrong');
  return ms;
}

function report(message: GrowthReport): void {
  process.send?.(message);
}
