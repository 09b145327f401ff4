import type { Ack, Batch } from '@gwanje/kinds/batch';
import type { SampledKind } from '@gwanje/kinds/registry';

/** Samples of one scope at one instant; NaN where a value is unknown. */
export interface SampleRows {
  readonly scope: SampledKind;
  readonly tsMs: number;
  /**
   * The key of each row's object: the name of a node, the uid of a pod, `podUid/name` of a container, `namespace/name`
   * of a claim.
   */
  readonly keys: readonly string[];
  readonly columns: Readonly<Record<string, Float64Array>>;
}

export function countRows(rows: readonly SampleRows[]): number {
  return rows.reduce((sum, part) => sum + part.keys.length, 0);
}

/** A well-formed batch with its samples as typed columns. */
export interface DecodedBatch extends Omit<Batch, 'samples'> {
  readonly samples: readonly SampleRows[];
}

/** A decoded batch of an authorised cluster. */
export interface ReceivedBatch {
  readonly hostId: number;
  readonly batch: DecodedBatch;
  readonly receivedAt: Date;
  /** How far the clock of the agent is ahead of the server clock; 0 when the request has no `Date` header. */
  readonly clockSkewMs: number;
}

export interface BatchReceiver {
  /** Resolves when the batch is durable. Throws `busy` when the queue is full. */
  accept(received: ReceivedBatch): Promise<Ack>;
}
