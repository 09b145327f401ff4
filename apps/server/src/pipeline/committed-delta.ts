import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import type { Contact } from '../live/tables/clusters.ts';
import type { AppliedBatch } from './apply/apply-batch.ts';
import { addChangedKinds } from './apply/apply-object.ts';
import type { IdentifiedRows } from './identify/identify-samples.ts';
import { batchMs } from './receive/clock/batch-time.ts';
import type { ClusterMemory } from './state/cluster-memory.ts';
import type { KnownObject } from './state/object-registry.ts';
import type { PendingWrites } from './state/pending-writes.ts';

/** An object as a commit left it. */
export interface CommittedObject {
  /** Deleted when it has a `deletedMs`. */
  readonly object: KnownObject;
  /** The text of its state; null when only its times or its node changed, or when its kind has no state. */
  readonly state: string | null;
}

/** What one commit changed in a cluster. Other replicas apply it to their copy of the live state. */
export interface CommittedDelta {
  readonly hostId: number;
  readonly commitNo: number;
  /** An object that was deleted and is back comes twice, first as deleted. */
  readonly objects: readonly CommittedObject[];
  readonly samples: readonly IdentifiedRows[];
  /** One for each batch. */
  readonly contacts: readonly Contact[];
  readonly changedKinds: ReadonlySet<ChangedKind>;
}

export function committedDelta(
  { hostId, commitNo }: ClusterMemory,
  pending: PendingWrites | undefined,
  batches: readonly AppliedBatch[],
): CommittedDelta {
  const objects: CommittedObject[] = [];
  const changedKinds = new Set(batches.flatMap((batch) => [...batch.changedKinds]));
  for (const { object, state, isBack } of pending?.objects.values() ?? []) {
    if (isBack && object.deletedMs === null)
      objects.push({ object: { ...object, deletedMs: object.lastSeenMs }, state: null });
    objects.push({ object, state });
  }
  for (const object of pending?.lifetimes.values() ?? []) objects.push({ object, state: null });
  for (const { object } of objects) addChangedKinds(object, changedKinds);
  return {
    hostId,
    commitNo,
    objects,
    samples: batches.flatMap(({ rows }) => rows),
    contacts: batches.map(contactOf),
    changedKinds,
  };
}

export function contactOf({ received, agent }: AppliedBatch): Contact {
  return { atMs: batchMs(received), facts: received.batch.cluster, agent };
}
