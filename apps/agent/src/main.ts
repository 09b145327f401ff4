import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { startAgent } from './agent.ts';
import { readSettings } from './settings.ts';

if (import.meta.main) {
  await runProcess(createLogger('agent', 'info'), async ({ logger, stack }) => {
    const settings = readSettings(process.argv.slice(2), process.env);
    logger.level = settings.logLevel;
    const agent = stack.use(await startAgent({ settings, logger, environment: process.env }));
    const startMs = Math.round(performance.now());
    logger.info({ agentId: agent.agentId, role: settings.role, port: agent.port, startMs }, 'ready');
  });
}
