import { join } from 'node:path';
import { Lease } from '@gwanje/backend/database/lease';
import { databaseAddress, openStore } from '@gwanje/backend/database/open-store';
import { vacuumTables } from '@gwanje/backend/database/vacuum-tables';
import { every } from '@gwanje/backend/lifecycle/every';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { createServerApp } from './app.ts';
import { openAdminSocket } from './cli/admin-socket.ts';
import { resumeDemoAccounts, suspendDemoAccounts } from './cli/demo/demo-accounts.ts';
import { seedDemo } from './cli/demo/seed.ts';
import { issueDemoTokens } from './cli/demo/tokens.ts';
import { readSettings } from './config.ts';
import { warnAboutCookies } from './features/console/cookie-warning.ts';
import { openServices } from './services.ts';

const VACUUM_EVERY_MS = 10 * 60_000;
const CONSOLE_DIR = join(import.meta.dirname, '../../console/dist');

await runProcess(createLogger('server', 'info'), async ({ logger, stack, stop }) => {
  const settings = readSettings(process.env);
  logger.level = settings.logLevel;
  warnAboutCookies(settings, logger);
  const now = () => new Date();
  const address = databaseAddress(settings);
  const store = await openStore(settings);
  stack.defer(() => store.close());
  // One server process holds the live state in memory. A second process waits until the first ends.
  const lease = stack.use(await Lease.open({ db: store.db, name: 'server', logger }));
  if (!lease.isHeld()) logger.warn('another server uses this database: waiting until it stops');
  await lease.firstHeld;
  void lease.taken.then(() => stop('another server has taken over'));
  if (settings.isDemo) {
    await seedDemo(store.db, now());
    await resumeDemoAccounts(store.db, now());
    await issueDemoTokens(store.db, settings.dataDir, now());
  } else {
    const userIds = await suspendDemoAccounts(store.db, now());
    if (userIds.length > 0)
      logger.warn(
        { userIds },
        `this database was a demo: its accounts ${userIds.join(', ')} had the published password and are suspended; create an account with: npm run admin -- create-key-user`,
      );
  }

  const metrics = createMetrics('server');
  const services = await openServices({ settings, db: store.db, logger, metrics, now, lease });
  stack.use(services);
  if ('socketDir' in address) {
    stack.use(
      every(VACUUM_EVERY_MS, logger, 'vacuum the embedded database', async () => {
        if (!lease.isHeld()) return;
        const tables = await vacuumTables(address);
        if (tables.length > 0) logger.info({ tables }, 'tables vacuumed');
      }),
    );
  }
  stack.use(await openAdminSocket({ dataDir: settings.dataDir, metricStore: services.metricStore, logger }));
  const app = await createServerApp({
    services,
    db: store.db,
    logger,
    metrics,
    now,
    validateAnswers: false,
    consoleDir: CONSOLE_DIR,
  });
  stack.defer(() => app.close());
  const { host, port } = settings;
  await listenAt({ host, port, variable: 'GWANJE_PORT' }, () => app.listen({ host, port }));
  logger.info({ console: settings.publicUrl }, 'ready');
});
