import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { ConfigError } from '../config/env.ts';

export interface ProcessStart {
  readonly logger: Logger;
  /** Resources in the order they were opened; disposed in reverse on stop or on a failed start. */
  readonly stack: AsyncDisposableStack;
  /** Ends it as a signal does; whoever started it may start it again. */
  readonly stop: (reason: string) => void;
}

const STOP_WITHIN_MS = 15_000;

/** Runs a process until SIGTERM or SIGINT. A failed start unwinds what it had opened and exits 1. */
export async function runProcess(
  logger: Logger,
  start: (process: ProcessStart) => Promise<void>,
): Promise<void> {
  const stack = new AsyncDisposableStack();
  const stopped = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.resolve(signal));
  // A supervisor that dies without a word closes the channel: do not outlive it.
  if (process.channel) process.once('disconnect', () => stopped.resolve('supervisor gone'));
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
  try {
    // Asked to stop while still waiting for a database, say, it does not wait on.
    await Promise.race([start({ logger, stack, stop: stopped.resolve }), stopped.promise]);
    // Else only one that ends in peace leaves what it compiled to the next, where there is a place for it.
    flushCompileCache();
    const reason = await stopped.promise;
    logger.info({ reason }, 'stopping');
    setTimeout(() => {
      logger.error('stopping took too long');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    await stack.disposeAsync();
    logger.info('stopped');
    process.exit(0);
  } catch (error) {
    if (error instanceof ConfigError) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'failed to start');
    await stack.disposeAsync().catch((err: unknown) => logger.error({ err }, 'failed to unwind'));
    process.exit(1);
  }
}
