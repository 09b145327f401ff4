import type { Ack } from '@gwanje/contract/agent/batch';
import type { Arrival, Collector } from '../arrival.ts';

/** Stands where the stores begin: keeps what reaches it, and acknowledges. */
export class RecordingCollector implements Collector {
  readonly arrivals: Arrival[] = [];
  /** Runs before an arrival is kept; throws to refuse it. */
  before: (arrival: Arrival) => Promise<void> = async () => {};

  async accept(arrival: Arrival): Promise<Ack> {
    await this.before(arrival);
    this.arrivals.push(arrival);
    return { seq: arrival.batch.seq, settings: { sampleEveryMs: 15_000 }, isResyncNeeded: false };
  }
}
