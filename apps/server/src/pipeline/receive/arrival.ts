import type { Ack, Batch } from '@gwanje/contract/agent/batch';
import type { MetricScope } from '@gwanje/contract/metrics';

/** Samples of one scope at one instant; NaN where a value is not known. */
export interface SampleRows {
  readonly scope: Exclude<MetricScope, 'cluster'>;
  readonly tsMs: number;
  /**
   * What names the object of each row: of a node its name, of a pod its uid, of a container `podUid/name`, of a claim
   * `namespace/name`.
   */
  readonly keys: readonly string[];
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** A batch that is well formed, its samples as typed columns. */
export interface DecodedBatch extends Omit<Batch, 'samples'> {
  readonly samples: readonly SampleRows[];
}

/** A batch whose token is that of a cluster. */
export interface Arrival {
  readonly hostId: number;
  readonly batch: DecodedBatch;
  readonly receivedAt: Date;
  /** How far the agent's clock is ahead of ours, by the date it sent with its request; 0 where it sent none. */
  readonly clockSkewMs: number;
}

/** Resolves when what the batch says is durable. Throws `busy` when its queue is full. */
export interface Collector {
  accept(arrival: Arrival): Promise<Ack>;
}
