import { ConfigError } from '@gwanje/backend/config/env';
import { createLogger } from '@gwanje/backend/observe/logger';
import { replay } from './replay.ts';
import { readReplaySettings } from './settings.ts';

/** Ends by itself: 0 when the whole past is stored. */
const logger = createLogger('replay', 'info');
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
if (process.channel) process.once('disconnect', () => stop.abort());
try {
  const settings = readReplaySettings(process.argv.slice(2), process.env);
  const done = await replay({ settings, logger, nowMs: () => Date.now(), signal: stop.signal });
  const { user, system } = process.cpuUsage();
  const cpuMs = Math.round((user + system) / 1000);
  logger.info({ ...done, cpuMs }, 'replayed');
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError) logger.fatal(error.message);
  else logger.fatal({ err: error }, 'the past could not be replayed');
  process.exit(1);
}
