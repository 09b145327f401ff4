import { Mutex } from 'async-mutex';
import type { Logger } from 'pino';

export type DelayedWrite = ReturnType<typeof delayedWrite>;

/** Runs a write a short time after it was scheduled, once for many calls, and a last time when it is disposed of. */
export function delayedWrite(delayMs: number, logger: Logger, write: () => Promise<void>) {
  const mutex = new Mutex();
  let timer: NodeJS.Timeout | undefined;
  function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return mutex.runExclusive(() =>
      write().catch((err: unknown) => logger.warn({ err }, 'cannot write token uses or refusals')),
    );
  }
  return {
    schedule(): void {
      timer ??= setTimeout(() => void run(), delayMs).unref();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await run();
      clearTimeout(timer);
    },
  };
}
