import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import type { ExportedObject } from '../live/copies/export-objects.ts';
import type { LiveDelta } from '../live/delta/live-delta.ts';
import type { Contact } from '../live/tables/clusters.ts';
import type { AppliedBatch } from './apply/apply-batch.ts';
import { addChangedKinds } from './apply/apply-object.ts';
import { batchMs } from './receive/clock/batch-time.ts';
import type { ClusterMemory } from './state/cluster-memory.ts';
import { isPod, type KnownObject } from './state/object-registry.ts';
import type { PendingWrites } from './state/pending-writes.ts';

/** What one commit changed in a cluster. Other replicas apply it to their copy of the live state. */
export interface CommittedDelta extends Pick<LiveDelta, 'hostId' | 'samples' | 'contacts'> {
  readonly commitNo: number;
  /** With the texts that the commit stored. An object that was deleted and is back comes twice, first as deleted. */
  readonly objects: readonly ExportedObject[];
  readonly changedKinds: ReadonlySet<ChangedKind>;
}

export function committedDelta(
  { hostId, commitNo }: ClusterMemory,
  pending: PendingWrites | undefined,
  batches: readonly AppliedBatch[],
): CommittedDelta {
  const objects: ExportedObject[] = [];
  const changedKinds = new Set(batches.flatMap((batch) => [...batch.changedKinds]));
  for (const { object, state, isBack } of pending?.objects.values() ?? []) {
    if (isBack && object.deletedMs === null)
      objects.push({ ...exportKnown(object, null), deletedMs: object.lastSeenMs });
    objects.push(exportKnown(object, state));
  }
  for (const object of pending?.lifetimes.values() ?? []) objects.push(exportKnown(object, null));
  for (const object of objects) addChangedKinds(object, changedKinds);
  const samples = batches.flatMap(({ rows }) => rows);
  return { hostId, commitNo, objects, samples, contacts: batches.map(contactOf), changedKinds };
}

/** `state`: null when only its times or its node changed, or when its kind has no state. */
export function exportKnown(object: KnownObject, state: string | null): ExportedObject {
  const { kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs } = object;
  const [nodeId, containers] = isPod(object) ? [object.nodeId, object.containers] : [null, []];
  return { kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs, nodeId, containers, state };
}

export function contactOf({ received, agent }: AppliedBatch): Contact {
  return { atMs: batchMs(received), facts: received.batch.cluster, agent };
}
