import { openStore } from '@gwanje/backend/database/open-store';
import { every } from '@gwanje/backend/lifecycle/every';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { createLoginApp } from './app.ts';
import { readSettings } from './config.ts';
import { LoginRequestCounts } from './request/login-request-counts.ts';

const EXCHANGE_EVERY_MS = 1000;

await runProcess(createLogger('login', 'info'), async ({ logger, stack }) => {
  const settings = readSettings(process.env);
  logger.level = settings.logLevel;
  const now = () => new Date();
  const { db, close } = await openStore(settings);
  stack.defer(close);
  // The embedded database has one login site.
  const shared = settings.databaseUrl && new LoginRequestCounts(db, settings.requestsPerMinute, now);
  if (shared)
    stack.use(every(EXCHANGE_EVERY_MS, logger, 'exchange counts of requests', () => shared.exchange()));
  const metrics = createMetrics('login');
  const app = await createLoginApp({
    settings,
    db,
    logger,
    metrics,
    now,
    requestCounts: shared ? shared.counts : undefined,
  });
  stack.defer(() => app.close());
  const { host, port } = settings;
  const listening = await listenAt({ host, port, variable: 'GWANJE_LOGIN_PORT' }, () =>
    app.listen({ host, port }),
  );
  logger.info({ login: settings.loginUrl, listening }, 'ready');
});
