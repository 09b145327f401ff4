import type { Ack, Batch } from '@gwanje/kinds/batch';
import type { SampledKind } from '@gwanje/kinds/registry';
import type { UnknownPart } from './decode/unknown-parts.ts';

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
  /** Values below 0. They are unknown in `samples`: nothing that is measured can be negative. */
  readonly negativeCnt: number;
  /** What the server left out, because only a newer version knows it. Absent: nothing. */
  readonly unknown?: readonly UnknownPart[];
}

/** A decoded batch of an authorised cluster. */
export interface ReceivedBatch {
  readonly hostId: number;
  readonly batch: DecodedBatch;
  /** The size of the batch without its samples. */
  readonly recordBytes: number;
  readonly receivedAt: Date;
  /** How far the clock of the agent is ahead of the server clock; 0 when the request has no `Date` header. */
  readonly clockSkewMs: number;
}

export interface BatchReceiver {
  /** Resolves when the batch is durable. Throws `busy` when the queue is full. */
  accept(received: ReceivedBatch): Promise<Ack>;
}

const WEIGHT_OF_OBJECT = 10;
const WEIGHT_OF_CONTAINER = 5;
const WEIGHT_OF_EVENT = 5;
/** A row of samples takes about as long as this much of a record. */
const RECORD_BYTES_PER_WEIGHT = 200;

/** The cost of a batch, counted in sample rows. */
export function weightOf({ batch, recordBytes }: Pick<ReceivedBatch, 'batch' | 'recordBytes'>): number {
  let weight = WEIGHT_OF_EVENT * (batch.events?.length ?? 0);
  for (const { upserts, deletes } of batch.inventory ?? []) {
    weight += WEIGHT_OF_OBJECT * (upserts.length + deletes.length);
    for (const record of upserts)
      if (record.kind === 'pod') weight += WEIGHT_OF_CONTAINER * record.containers.length;
  }
  const byBytes = Math.ceil(recordBytes / RECORD_BYTES_PER_WEIGHT);
  return 1 + countRows(batch.samples) + Math.max(weight, byBytes);
}
