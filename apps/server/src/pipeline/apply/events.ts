import type { EventLevel } from '@gwanje/contract/objects/object-states';
import { eventLevelOf } from '@gwanje/domain/mappings/event';
import type { EventRecord } from '@gwanje/kinds/batch';
import { type RecordKind, recordKinds, sourceOf } from '@gwanje/kinds/registry';
import type { ClusterMemory } from '../state/cluster-memory.ts';

const MAX_COUNT = 2_147_483_647;

export interface EventWrite {
  readonly hostId: number;
  readonly record: EventRecord;
  readonly level: EventLevel;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly objectId: number | null;
}

/** The kinds by their names in Kubernetes. */
const kindOf: ReadonlyMap<string, RecordKind> = new Map(recordKinds.map((kind) => [eventKind(kind), kind]));

/** As Kubernetes writes the kind in an event. */
export function eventKind(kind: RecordKind): string {
  return sourceOf(kind).kubernetesKind;
}

/** The row of an event. Its object may not be known yet. */
export function eventWrite(record: EventRecord, cluster: ClusterMemory, nowMs: number): EventWrite {
  const count = Math.min(record.count, MAX_COUNT);
  const lastMs = timeOf(record.lastAt, nowMs);
  const { kind, uid, namespace, name } = record.object;
  const known = kindOf.get(kind);
  const objectId = known ? cluster.registry.idOfEvent(known, uid, namespace, name) : null;
  if (known && objectId === null) cluster.unresolved.add(name);
  return {
    hostId: cluster.hostId,
    record,
    level: eventLevelOf({ type: record.type, reason: record.reason, count }),
    count,
    firstMs: Math.min(timeOf(record.firstAt, nowMs), lastMs),
    lastMs,
    objectId,
  };
}

function timeOf(time: string, nowMs: number): number {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? nowMs : Math.max(0, Math.min(ms, nowMs));
}

/**
 * One statement must not contain an event twice. The event with the higher count wins; with equal counts the
 * later event.
 */
export function mergeEvents(writes: readonly EventWrite[]): EventWrite[] {
  const merged = new Map<string, EventWrite>();
  for (const write of writes) {
    const key = `${write.hostId}/${write.record.uid}`;
    const other = merged.get(key);
    if (!other) merged.set(key, write);
    else {
      const winner = write.count >= other.count ? write : other;
      const firstMs = Math.min(write.firstMs, other.firstMs);
      const lastMs = Math.max(write.lastMs, other.lastMs);
      merged.set(key, { ...winner, firstMs, lastMs, objectId: write.objectId ?? other.objectId });
    }
  }
  return [...merged.values()];
}
