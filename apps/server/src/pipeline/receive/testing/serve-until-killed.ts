import { openDatabase } from '@gwanje/backend/database/connection';
import { createBaseApp } from '@gwanje/backend/http/base-app';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import { LiveState } from '../../../live/live-state.ts';
import { IngestPipeline } from '../../ingest-pipeline.ts';
import { NO_LIMITS } from '../../testing/test-pipeline.ts';
import { openIngest, registerIngest } from '../ingest-route.ts';

// Serves the ingest route until it is killed. Arguments: database, folder of the metric store, port.
process.once('disconnect', () => process.exit(1));
const [address = '', dir = '', port = '0'] = process.argv.slice(2);
const now = () => new Date();
const { db } = openDatabase(JSON.parse(address));
const logger = createLogger('server', 'silent');
const metrics = createMetrics('server');
const pipeline = await IngestPipeline.open({
  db,
  live: new LiveState(),
  metrics: await openEmbeddedStore({ dir, now: Date.now, minFreeBytes: 0 }),
  logger,
  now,
  limits: NO_LIMITS,
});
const app = await createBaseApp({
  logger,
  metrics,
  isSecure: false,
  trustProxy: '127.0.0.1',
  requestsPerMinute: 100_000,
  busyAfterMs: 0,
  isReady: async () => true,
});
await registerIngest(app, openIngest({ db, pipeline, logger, metrics, now }));
process.stdout.write(`listening at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}\n`);
