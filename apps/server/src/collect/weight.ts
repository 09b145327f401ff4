import type { Arrival } from '../ingest/arrival.ts';
import { countRows } from './waiting-samples.ts';

const WEIGHT_OF_OBJECT = 20;
const WEIGHT_OF_EVENT = 5;

/** What it costs to take in a batch, in rows of samples. Containers are objects of their own. */
export function weightOf({ batch }: Pick<Arrival, 'batch'>): number {
  let objectCnt = 0;
  for (const { upserts, deletes } of batch.inventory ?? []) {
    objectCnt += deletes.length;
    for (const record of upserts) objectCnt += record.kind === 'pod' ? 1 + record.containers.length : 1;
  }
  const eventCnt = batch.events?.length ?? 0;
  return 1 + countRows(batch.samples) + WEIGHT_OF_EVENT * eventCnt + WEIGHT_OF_OBJECT * objectCnt;
}
