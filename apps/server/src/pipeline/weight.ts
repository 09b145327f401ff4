import { countRows } from './apply/waiting-samples.ts';
import type { Arrival } from './receive/arrival.ts';

const WEIGHT_OF_OBJECT = 10;
const WEIGHT_OF_CONTAINER = 5;
const WEIGHT_OF_EVENT = 5;

/** What it costs to take in a batch, in rows of samples. Containers are objects of their own. */
export function weightOf({ batch }: Pick<Arrival, 'batch'>): number {
  let weight = 1 + countRows(batch.samples) + WEIGHT_OF_EVENT * (batch.events?.length ?? 0);
  for (const { upserts, deletes } of batch.inventory ?? []) {
    weight += WEIGHT_OF_OBJECT * (upserts.length + deletes.length);
    for (const record of upserts)
      if (record.kind === 'pod') weight += WEIGHT_OF_CONTAINER * record.containers.length;
  }
  return weight;
}
