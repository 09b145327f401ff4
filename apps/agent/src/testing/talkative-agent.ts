import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { startAgent } from '../agent.ts';
import { readSettings } from '../settings.ts';

/** Run as a process: the agent as it is, but that it says every second what others say every quarter of a minute. */
await runProcess(createLogger('agent', 'info'), async ({ logger, stack }) => {
  const settings = readSettings(process.argv.slice(2), process.env);
  logger.level = settings.logLevel;
  stack.use(await startAgent({ settings, logger, environment: process.env, signOfLifeEveryMs: 1000 }));
});
