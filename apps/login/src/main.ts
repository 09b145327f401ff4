import { openStore } from '@gwanje/backend/database/open-store';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { createLoginApp } from './app.ts';
import { readSettings } from './config.ts';
import { LoginRequestCounts } from './request/login-request-counts.ts';

await runProcess(createLogger('login', 'info'), async ({ logger, stack }) => {
  const settings = readSettings(process.env);
  logger.level = settings.logLevel;
  const now = () => new Date();
  const { db, close } = await openStore(settings);
  stack.defer(close);
  // The embedded database has one login site.
  const { requestsPerMinute } = settings;
  const shared = settings.databaseUrl
    ? stack.use(new LoginRequestCounts({ db, requestsPerMinute, logger, now }))
    : undefined;
  const metrics = createMetrics('login');
  const app = await createLoginApp({ settings, db, logger, metrics, now, requestCounts: shared?.counts });
  stack.defer(() => app.close());
  const { host, port } = settings;
  const listening = await listenAt({ host, port, variable: 'GWANJE_LOGIN_PORT' }, () =>
    app.listen({ host, port }),
  );
  logger.info({ login: settings.loginUrl, listening }, 'ready');
});
