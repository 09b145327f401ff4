import type { LeaseState } from '@gwanje/backend/database/lease';
import { every } from '@gwanje/backend/lifecycle/every';
import { type IngestOptions, IngestPipeline } from './ingest.ts';
import { Retention } from './persist/retention.ts';

const REFRESH_EVERY_MS = 5_000;
const TICK_EVERY_MS = 15_000;
const DELETE_OLD_EVERY_MS = 3_600_000;

/** Recovers memory from the stores, then accepts batches and runs the timed jobs. */
export async function openPipeline(
  options: IngestOptions & { readonly historyDays: number; readonly lease: LeaseState },
) {
  const { logger, lease } = options;
  await using stack = new AsyncDisposableStack();
  const pipeline = await IngestPipeline.open(options);
  stack.defer(() => pipeline.close());
  stack.use(every(REFRESH_EVERY_MS, logger, 'refresh clusters', () => pipeline.refresh()));
  stack.use(every(TICK_EVERY_MS, logger, 'pipeline tick', () => pipeline.tick()));
  const retention = new Retention(options);
  stack.use(
    every(DELETE_OLD_EVERY_MS, logger, 'delete old history', async () => {
      if (lease.isHeld()) await retention.run();
    }),
  );
  const opened = stack.move();
  /** `close` accepts no more batches and stores those in the queue. */
  return { pipeline, close: () => opened.disposeAsync() };
}
