import { openStore } from '@gwanje/backend/database/open-store';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { createLoginApp } from './app.ts';
import { readSettings } from './config.ts';

await runProcess(createLogger('login', 'info'), async ({ logger, stack }) => {
  const settings = readSettings(process.env);
  logger.level = settings.logLevel;
  const now = () => new Date();
  const { db, close } = await openStore(settings);
  stack.defer(close);
  const app = await createLoginApp({ settings, db, logger, metrics: createMetrics('login'), now });
  stack.defer(() => app.close());
  const { host, port } = settings;
  const listening = await listenAt({ host, port, variable: 'GWANJE_LOGIN_PORT' }, () =>
    app.listen({ host, port }),
  );
  logger.info({ login: settings.loginUrl, listening }, 'ready');
});
