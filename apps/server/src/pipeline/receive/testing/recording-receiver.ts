import type { Ack } from '@gwanje/kinds/batch';
import type { BatchReceiver, ReceivedBatch } from '../received-batch.ts';

/** Replaces the pipeline in tests of the route: keeps the batches and acknowledges them. */
export class RecordingReceiver implements BatchReceiver {
  readonly batches: ReceivedBatch[] = [];
  /** Runs before a batch is kept. It throws to refuse the batch. */
  before: (received: ReceivedBatch) => Promise<void> = async () => {};

  async accept(received: ReceivedBatch): Promise<Ack> {
    await this.before(received);
    this.batches.push(received);
    return { seq: received.batch.seq, settings: { sampleEveryMs: 15_000 }, isResyncNeeded: false };
  }
}
