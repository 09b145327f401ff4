import type { Db } from '@gwanje/backend/database/schema';
import type { StateKind } from '@gwanje/kinds/registry';
import { type Change, describeChanges } from '@gwanje/kinds/state/changes';
import { InventoryRecord, parseState } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import { changeMs } from '../apply/apply-object.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import type { ChangeWrite } from '../state/pending-writes.ts';
import { readUnrecordedObjects, type UnrecordedObject } from './recovery-repository.ts';

/** Objects that were deleted earlier are not compared: there may be many more of them than existing ones. */
const DELETED_WITHIN_MS = 86_400_000;

/**
 * Finds the changes that were deferred when the process ended: the state of an object differs from its
 * history.
 */
export async function recoverDeferredChanges(db: Db, clusters: Iterable<ClusterMemory>): Promise<void> {
  for (const { hostId, dataMs, isDeferringMarked, deferred } of clusters) {
    if (!isDeferringMarked) continue;
    const deletedSince = new Date(dataMs - DELETED_WITHIN_MS);
    for (let afterId: number | null = 0; afterId !== null; ) {
      const { objects, lastId } = await readUnrecordedObjects(db, hostId, deletedSince, afterId);
      for (const object of objects) {
        const change = changeOf(object);
        if (change) deferred.add(change);
      }
      afterId = lastId;
    }
  }
}

function changeOf(object: UnrecordedObject): ChangeWrite | undefined {
  const { objectId, hostId, deletedMs, state } = object;
  const changes = changesOf(object);
  if (changes.length === 0) return undefined;
  return { hostId, objectId, atMs: deletedMs ?? changedMs(object), changes, state: JSON.stringify(state) };
}

/** A deletion comes first, because readers treat the first change as the latest. */
function changesOf(object: UnrecordedObject): Change[] {
  const { kind, state, recordedMs, recordedState, isRecordedDeleted, deletedMs } = object;
  const [after, before] = [read(kind, state), recordedMs === null ? null : read(kind, recordedState)];
  if (!after || before === undefined) return [];
  if (deletedMs === null) return describeChanges(kind, isRecordedDeleted ? null : before, after);
  if (isRecordedDeleted) return [];
  return [{ what: 'deleted', from: after.name, to: null }, ...describeChanges(kind, before, after)];
}

/** Returns undefined for a state of another version of the server. */
function read(kind: StateKind, state: unknown) {
  try {
    return parseState(kind, state);
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}

function changedMs({ record, recordedMs, lastSeenMs }: UnrecordedObject): number {
  const { data } = InventoryRecord.safeParse(record);
  return data ? changeMs(data, recordedMs ?? 0, lastSeenMs) : lastSeenMs;
}
