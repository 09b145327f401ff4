import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { openStore } from '@gwanje/backend/database/open-store';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { createServerApp } from '../../../apps/server/src/app.ts';
import { readSettings } from '../../../apps/server/src/config.ts';
import { openServices } from '../../../apps/server/src/services.ts';
import { fillLiveState } from './live-world.ts';

/** Sent to the measuring process: when the live state is filled, and for every request for the usage. */
export type GrowthReport =
  | { readonly kind: 'filled'; readonly fillCpuSec: number }
  | { readonly kind: 'usage'; readonly cpuMs: number; readonly rssMb: number };

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
process.on('message', () => {
  const used = process.threadCpuUsage();
  report({
    kind: 'usage',
    cpuMs: (used.user + used.system) / 1000,
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  });
});

function report(message: GrowthReport): void {
  process.send?.(message);
}
