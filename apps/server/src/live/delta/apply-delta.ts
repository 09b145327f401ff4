import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import { stateKindOf } from '@gwanje/kinds/registry';
import { applyRows } from './apply-rows.ts';
import type { LiveDelta } from './live-delta.ts';
import { type ApplyContext, movePod, putKindState } from './put-object.ts';

/** The work runs this long before it yields to other requests. */
const MAX_BUSY_MS = 1;

/** Applies a delta to the copy that another replica has of the cluster, by the functions that the owner uses. */
export async function applyDelta(delta: LiveDelta, context: ApplyContext): Promise<void> {
  const { hostId, objects, samples, contacts } = delta;
  const { live } = context;
  const eventLoop = new EventLoopYield(MAX_BUSY_MS);
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
    if (isGone()) return;
    if (object.deletedMs !== null) continue;
    if (object.made) putKindState(object, object.made, hostId, context);
    else if (object.kind === 'pod') movePod(object, hostId, context);
  }
  for (const rows of samples) await applyRows(rows, live, eventLoop);
  if (isGone()) return;
  for (const contact of contacts) live.recordContact(hostId, contact);
  // The live state sorts new names now, so that the next request does not wait for it.
  if (objects.length > 0) live.warm();
}
