import type { OnDuty } from '@gwanje/backend/database/duty';
import { every } from '@gwanje/backend/lifecycle/every';
import { type CollectorOptions, GroupCollector } from './collector.ts';
import { RetentionChore } from './persist/retention-chore.ts';

export interface OpenOptions extends CollectorOptions {
  readonly historyDays: number;
  readonly duty: OnDuty;
}

export interface OpenCollector {
  readonly collector: GroupCollector;
  /** Takes nothing more, and stores what has been taken. */
  close(): Promise<void>;
}

const REFRESH_EVERY_MS = 5_000;
const TICK_EVERY_MS = 15_000;
const FORGET_EVERY_MS = 3_600_000;

/** Memory as it was at the last commit, then open for batches, with all chores that go by time. */
export async function openCollector(options: OpenOptions): Promise<OpenCollector> {
  const { logger, duty } = options;
  await using stack = new AsyncDisposableStack();
  const collector = await GroupCollector.open(options);
  stack.defer(() => collector.close());
  stack.use(every(REFRESH_EVERY_MS, logger, 'refresh clusters', () => collector.refresh()));
  stack.use(every(TICK_EVERY_MS, logger, 'collection by time', () => collector.tick()));
  const retention = new RetentionChore(options);
  stack.use(
    every(FORGET_EVERY_MS, logger, 'forget old history', async () => {
      if (duty.isOn()) await retention.run();
    }),
  );
  const opened = stack.move();
  return { collector, close: () => opened.disposeAsync() };
}
