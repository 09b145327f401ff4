import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
import { seedHandoversLater } from './cli/demo/seed-handovers.ts';
import { issueDemoTokens } from './cli/demo/tokens.ts';
import { readSettings } from './config.ts';
import { warnAboutCookies } from './features/console/cookie-warning.ts';
import { joinReplicas } from './replicas/join-replicas.ts';
import { requireNoReplicas, SERVER_LEASE } from './replicas/membership.ts';
import { listLiveReplicaUrls } from './replicas/membership-repository.ts';
import { openServices } from './services.ts';

const VACUUM_EVERY_MS = 10 * 60_000;
const REPLICAS_EVERY_MS = 2_000;
/** A load balancer that asks for `/readyz` every second leaves out a leaving replica before its port closes. */
const LEFT_OUT_WITHIN_MS = 3_000;
const CONSOLE_DIR = join(import.meta.dirname, '../../console/dist');

await runProcess(createLogger('server', 'info'), async ({ logger, stack, stop, beforeStop }) => {
  const settings = readSettings(process.env);
  logger.level = settings.logLevel;
  warnAboutCookies(settings, logger);
  const now = () => new Date();
  const address = databaseAddress(settings);
  const store = await openStore(settings);
  stack.defer(() => store.close());
  const metrics = createMetrics('server');
  const replica =
    settings.replica &&
    stack.use(
      await joinReplicas({ ...settings.replica, db: store.db, logger, metrics, host: settings.host }),
    );
  void replica?.membership.taken.then(() => stop('another replica has taken over its address'));
  const lease = replica?.jobs ?? (await onlyServerLease());
  if (settings.isDemo) {
    await seedDemo(store.db, now());
    await resumeDemoAccounts(store.db, now());
    await issueDemoTokens(store.db, settings.demoDir, now());
    stack.use(seedHandoversLater({ db: store.db, demoDir: settings.demoDir, lease, logger }));
  } else {
    const userIds = await suspendDemoAccounts(store.db, now());
    if (userIds.length > 0)
      logger.warn(
        { userIds },
        `this database was a demo: its accounts ${userIds.join(', ')} had the published password and are suspended; create an account with: npm run admin -- create-key-user`,
      );
  }

  const services = await openServices({ settings, db: store.db, logger, metrics, now, lease, replica });
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
  if (replica)
    beforeStop(async () => {
      await Promise.all([replica.ownership.leave(), delay(LEFT_OUT_WITHIN_MS)]);
    });
  logger.info({ console: settings.publicUrl }, 'ready');

  /** A server without replicas holds the live state alone. A second process waits until the first ends. */
  async function onlyServerLease(): Promise<Lease> {
    const held = stack.use(await Lease.open({ db: store.db, name: SERVER_LEASE, logger }));
    if (!held.isHeld()) logger.warn('another server uses this database: waiting until it stops');
    await held.firstHeld;
    void held.taken.then(() => stop('another server has taken over'));
    await requireNoReplicas(store.db);
    // Replicas may start while this server is paused.
    const lookForReplicas = async () => {
      const urls = await listLiveReplicaUrls(store.db);
      if (urls.length > 0) stop(`replicas have taken over: ${urls.join(', ')}`);
    };
    if (settings.databaseUrl)
      stack.use(every(REPLICAS_EVERY_MS, logger, 'look for replicas', lookForReplicas));
    return held;
  }
});
