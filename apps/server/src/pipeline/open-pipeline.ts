import { every } from '@gwanje/backend/lifecycle/every';
import { type IngestOptions, IngestPipeline } from './ingest.ts';

const REFRESH_EVERY_MS = 5_000;
const TICK_EVERY_MS = 15_000;

/** Recovers memory from the stores, then accepts batches and runs the timed jobs. */
export async function openPipeline(options: IngestOptions) {
  const { logger } = options;
  await using stack = new AsyncDisposableStack();
  const pipeline = await IngestPipeline.open(options);
  stack.defer(() => pipeline.close());
  stack.use(every(REFRESH_EVERY_MS, logger, 'refresh clusters', () => pipeline.refresh()));
  stack.use(every(TICK_EVERY_MS, logger, 'pipeline tick', () => pipeline.tick()));
  const opened = stack.move();
  /** `close` accepts no more batches and stores those in the queue. */
  return { pipeline, close: () => opened.disposeAsync() };
}
