import type { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { SampleRows } from '../receive/received-batch.ts';
import type { ObjectRegistry } from '../state/object-registry.ts';
import { pickRows } from '../state/waiting-samples.ts';

/** Sample rows with object ids; 0 where the object is not known. */
export interface IdentifiedRows {
  readonly scope: SampleRows['scope'];
  readonly tsMs: number;
  readonly ids: Int32Array;
  readonly knownCnt: number;
  readonly columns: SampleRows['columns'];
}

/** Looking up this many rows takes about half a millisecond. */
const ROWS_PER_STEP = 500;

/** Ids of key lists that were looked up before: the instants of one batch share theirs. Valid while no object changes. */
export type IdCache = Map<SampleRows['keys'], Pick<IdentifiedRows, 'ids' | 'knownCnt'>>;

/** Finds the object of every row. */
export async function identifySamples(
  rows: SampleRows,
  registry: ObjectRegistry,
  cache: IdCache,
  eventLoop: EventLoopYield,
): Promise<{ readonly identified: IdentifiedRows; readonly unknown: SampleRows | undefined }> {
  const { scope, tsMs, keys, columns } = rows;
  const found = cache.get(keys) ?? (await findIds(rows, registry, eventLoop));
  cache.set(keys, found);
  const { ids, knownCnt } = found;
  const unknown = knownCnt === keys.length ? undefined : pickRows(rows, (row) => ids[row] === 0);
  return { identified: { scope, tsMs, ids, knownCnt, columns }, unknown };
}

async function findIds({ scope, keys }: SampleRows, registry: ObjectRegistry, eventLoop: EventLoopYield) {
  const ids = new Int32Array(keys.length);
  let knownCnt = 0;
  for (let row = 0; row < keys.length; row++) {
    if (row % ROWS_PER_STEP === 0) await eventLoop.yieldIfDue();
    const id = registry.idOfSample(scope, keys[row] ?? '');
    ids[row] = id;
    if (id !== 0) knownCnt++;
  }
  return { ids, knownCnt };
}
