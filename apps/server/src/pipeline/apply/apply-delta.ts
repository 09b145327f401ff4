import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import { type RecordKind, type SampledKind, stateKindOf } from '@gwanje/kinds/registry';
import { parseKindState } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import type { Contact } from '../../live/tables/clusters.ts';
import { type ApplyContext, movePod, type PlacedObject, putKindState } from './apply-object.ts';
import { applyRows } from './apply-rows.ts';

/** An object as a commit of its owner left it. */
export interface CopiedObject extends PlacedObject {
  readonly kind: RecordKind;
  /** The object is deleted when it has this time. */
  readonly deletedMs: number | null;
  /** JSON; null when only its times or its node changed, or when its kind has no state. */
  readonly state: string | null;
}

export interface CopiedRows {
  readonly scope: SampledKind;
  readonly tsMs: number;
  readonly ids: Int32Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** What a replica gets from the owner of a cluster: changes of a commit, or objects of a snapshot. */
export interface CopiedDelta {
  readonly hostId: number;
  readonly objects: readonly CopiedObject[];
  readonly samples: readonly CopiedRows[];
  readonly contacts: readonly Contact[];
  /** All other objects of the cluster are removed first. */
  readonly existingIds?: ReadonlySet<number>;
}

/** The work runs this long before it yields to other requests. */
const MAX_BUSY_MS = 1;

/**
 * Applies a delta to the copy that another replica has of the cluster, by the functions that the owner uses. Returns the
 * objects whose state cannot be read, because a neighbouring version of the server wrote it.
 */
export async function applyDelta(delta: CopiedDelta, context: ApplyContext): Promise<CopiedObject[]> {
  const { hostId, objects, samples, contacts } = delta;
  const { live } = context;
  const eventLoop = new EventLoopYield(MAX_BUSY_MS);
  const unread: CopiedObject[] = [];
  // A user may delete the cluster while this yields.
  const isGone = () => !live.hasCluster(hostId);
  if (delta.existingIds) live.removeExcept(hostId, delta.existingIds);
  // Deletions first: another object of the same name may have replaced a deleted one.
  for (const { kind, id, deletedMs } of objects) {
    const stateKind = deletedMs === null ? null : stateKindOf(kind);
    if (stateKind !== null) live.remove(stateKind, id);
  }
  for (const object of objects) {
    await eventLoop.yieldIfDue();
    if (isGone()) return [];
    if (object.deletedMs === null && !putCopied(object, hostId, context)) unread.push(object);
  }
  for (const rows of samples) await applyRows(rows, live, eventLoop);
  if (isGone()) return [];
  for (const contact of contacts) live.recordContact(hostId, contact);
  // The live state sorts new names now, so that the next request does not wait for it.
  if (objects.length > 0) live.warm();
  return unread;
}

/** Returns false when the state cannot be read. */
function putCopied(object: CopiedObject, hostId: number, context: ApplyContext): boolean {
  const { kind, state } = object;
  if (state === null) {
    if (kind === 'pod') movePod(object, hostId, context);
    return true;
  }
  try {
    const made = parseKindState(kind, JSON.parse(state));
    if (made) putKindState(object, made, hostId, context);
    return true;
  } catch (error) {
    if (error instanceof z.ZodError) return false;
    throw error;
  }
}
