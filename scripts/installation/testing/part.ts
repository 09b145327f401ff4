import { ConfigError } from '@gwanje/backend/config/env';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';

/** Run as a process: a part of an installation that does nothing. With `refuse` its settings are wrong. */
await runProcess(createLogger('part', 'info'), async ({ stack }) => {
  console.log(`started ${process.pid}`);
  if (process.argv[2] === 'refuse') throw new ConfigError('GWANJE_PART_PORT: port 1 is taken');
  const timer = setInterval(() => {}, 1000);
  stack.defer(() => clearInterval(timer));
});
