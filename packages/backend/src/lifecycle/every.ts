import type { Logger } from 'pino';

/** Repeats a chore until disposed; a failure is logged and the next round tries again. Rounds never overlap. */
export function every(
  intervalMs: number,
  logger: Logger,
  name: string,
  chore: () => Promise<void>,
): AsyncDisposable {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;
  async function round(): Promise<void> {
    try {
      await chore();
    } catch (err) {
      logger.warn({ err, chore: name }, 'chore failed');
    }
    schedule();
  }
  function schedule(): void {
    if (disposed) return;
    timer = setTimeout(() => {
      running = round();
    }, intervalMs);
    timer.unref();
  }
  schedule();
  return {
    async [Symbol.asyncDispose]() {
      disposed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
