import type { Logger } from 'pino';

/** Repeats a job until disposed. Runs never overlap. A failure is logged, and the next run tries again. */
export function every(
  intervalMs: number,
  logger: Logger,
  name: string,
  job: () => Promise<void>,
): AsyncDisposable {
  let current: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;
  async function run(): Promise<void> {
    try {
      await job();
    } catch (err) {
      logger.warn({ err, job: name }, 'periodic job failed');
    }
    schedule();
  }
  function schedule(): void {
    if (disposed) return;
    timer = setTimeout(() => {
      current = run();
    }, intervalMs);
    timer.unref();
  }
  schedule();
  return {
    async [Symbol.asyncDispose]() {
      disposed = true;
      clearTimeout(timer);
      await current;
    },
  };
}
