import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { ConfigError } from '../config/env.ts';
import { reportToSupervisor } from './process-report.ts';

export interface ProcessStart {
  readonly logger: Logger;
  /** Resources in the order of opening. They are disposed of in reverse order on a stop or a failed start. */
  readonly stack: AsyncDisposableStack;
  /** Stops the process as a signal does. The supervisor may start it again. */
  readonly stop: (reason: string) => void;
  /** Runs before the resources are disposed of, while the process still answers. It must limit its own time. */
  readonly beforeStop: (prepare: () => Promise<void>) => void;
}

const STOP_WITHIN_MS = 15_000;

/** Runs a process until SIGTERM or SIGINT. A failed start closes the resources it opened and exits with 1. */
export async function runProcess(
  logger: Logger,
  start: (process: ProcessStart) => Promise<void>,
): Promise<void> {
  const stack = new AsyncDisposableStack();
  const stopped = Promise.withResolvers<string>();
  let prepareStop = async () => {};
  const beforeStop = (prepare: () => Promise<void>) => {
    prepareStop = prepare;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.resolve(signal));
  // A supervisor that crashes closes the channel. The process must not outlive it.
  if (process.channel) process.once('disconnect', () => stopped.resolve('supervisor ended'));
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
  try {
    // A stop also ends a start that still waits, for example for a database.
    const isStarted = await Promise.race([
      start({ logger, stack, stop: stopped.resolve, beforeStop }).then(() => true),
      stopped.promise.then(() => false),
    ]);
    if (isStarted) await reportToSupervisor({ state: 'ready' });
    // Saves the compile cache now: a process that is killed would not save it.
    flushCompileCache();
    const reason = await stopped.promise;
    logger.info({ reason }, 'stopping');
    await prepareStop().catch((err: unknown) => logger.error({ err }, 'preparing the stop failed'));
    setTimeout(() => {
      logger.error('stopping took too long');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    await stack.disposeAsync();
    logger.info('stopped');
    process.exit(0);
  } catch (error) {
    if (error instanceof ConfigError) {
      logger.fatal(error.message);
      await reportToSupervisor({ state: 'refused', reason: error.message });
    } else logger.fatal({ err: error }, 'failed to start');
    await stack
      .disposeAsync()
      .catch((err: unknown) => logger.error({ err }, 'failed to close after a failed start'));
    process.exit(1);
  }
}
