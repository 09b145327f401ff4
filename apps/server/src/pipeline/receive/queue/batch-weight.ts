import { countRows, type ReceivedBatch } from '../received-batch.ts';

const WEIGHT_OF_OBJECT = 10;
const WEIGHT_OF_CONTAINER = 5;
const WEIGHT_OF_EVENT = 5;

/** The cost of a batch, counted in sample rows. */
export function weightOf({ batch }: Pick<ReceivedBatch, 'batch'>): number {
  let weight = 1 + countRows(batch.samples) + WEIGHT_OF_EVENT * (batch.events?.length ?? 0);
  for (const { upserts, deletes } of batch.inventory ?? []) {
    weight += WEIGHT_OF_OBJECT * (upserts.length + deletes.length);
    for (const record of upserts)
      if (record.kind === 'pod') weight += WEIGHT_OF_CONTAINER * record.containers.length;
  }
  return weight;
}
