import type { Db } from '@gwanje/backend/database/schema';
import { InventoryRecord } from '@gwanje/kinds/state/states';
import type { PlacedObject } from '../../live/delta/live-delta.ts';
import type { ApplyContext } from '../../live/delta/put-object.ts';
import { loadRecords } from '../identify/known-object-repository.ts';
import { putState } from './apply-object.ts';

/** An object whose state another version of the server wrote, so that this one cannot read it. */
export interface UnreadObject {
  readonly hostId: number;
  readonly object: PlacedObject;
}

const RECORDS_PER_STATEMENT = 1000;

/** Computes states again from the records of the agents. Returns the objects whose record cannot be read either. */
export async function putFromRecords<Unread extends UnreadObject>(
  db: Db,
  unread: readonly Unread[],
  context: ApplyContext,
): Promise<readonly Unread[]> {
  const left = new Map(unread.map((one) => [one.object.id, one]));
  const ids = [...left.keys()];
  for (let start = 0; start < ids.length; start += RECORDS_PER_STATEMENT) {
    for (const row of await loadRecords(db, ids.slice(start, start + RECORDS_PER_STATEMENT))) {
      const found = left.get(row.objectId);
      const record = InventoryRecord.safeParse(row.record).data;
      if (!found || !record || !context.live.hasCluster(found.hostId)) continue;
      putState(found.object, record, found.hostId, context, found.object.lastSeenMs);
      left.delete(row.objectId);
    }
  }
  return [...left.values()];
}
