import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { startAgent } from '../agent.ts';
import { readSettings } from '../settings.ts';

/** A process with the real agent that sends a heartbeat every second instead of every 15 seconds. */
await runProcess(createLogger('agent', 'info'), async ({ logger, stack }) => {
  const settings = readSettings(process.argv.slice(2), process.env);
  logger.level = settings.logLevel;
  stack.use(await startAgent({ settings, logger, environment: process.env, signOfLifeEveryMs: 1000 }));
});
