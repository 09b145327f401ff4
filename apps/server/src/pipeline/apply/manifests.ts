import { MAX_MANIFESTS, type ManifestUpsert } from '@gwanje/kinds/batch';
import { isRecordKind } from '@gwanje/kinds/registry';
import { packManifest } from '../../history/manifests/manifest-content.ts';
import { onServerClock } from '../receive/clock/batch-time.ts';
import type { ReceivedBatch } from '../receive/received-batch.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import type { DroppedCounts } from '../state/ingest-observer.ts';

/** A manifest of a known object, compressed. */
export interface ManifestWrite {
  readonly hostId: number;
  readonly objectId: number;
  readonly atMs: number;
  readonly hash: string;
  readonly isCut: boolean;
  readonly content: Buffer;
}

/** The manifest that the agent sees of a known object. */
export interface ManifestCheck {
  readonly objectId: number | undefined;
  readonly uid: string;
  readonly hash: string;
}

export interface IdentifiedManifests {
  readonly writes: readonly ManifestWrite[];
  readonly checks: readonly ManifestCheck[];
}

/** The manifests of Kubernetes are about ten levels deep. Deeper ones would break those who walk through them. */
const MAX_DEPTH = 64;
const WORK_BEFORE_YIELD = 20;

/**
 * Finds the objects of the manifests and compresses them. Manifests of unknown objects are left out: the agent asks for them
 * again with its next checks.
 */
export async function identifyManifests(
  received: ReceivedBatch,
  cluster: ClusterMemory,
  dropped: DroppedCounts,
  { perHour, yieldIfDue }: { readonly perHour: number; readonly yieldIfDue: () => Promise<unknown> },
): Promise<IdentifiedManifests> {
  const { upserts = [], checks = [] } = received.batch.manifests ?? {};
  const nowMs = received.receivedAt.getTime();
  const room = Math.min(MAX_MANIFESTS, Math.max(0, perHour - cluster.manifests.of(nowMs)));
  const writes = new Map<number, ManifestWrite>();
  for (const [index, upsert] of upserts.entries()) {
    if (index % WORK_BEFORE_YIELD === 0) await yieldIfDue();
    const object = cluster.registry.get(upsert.kind, upsert.uid);
    if (!object) continue;
    if (writes.size >= room || !isManifest(upsert)) {
      dropped.manifests++;
      continue;
    }
    // The last manifest of an object in a batch is its newest.
    writes.set(object.id, {
      hostId: cluster.hostId,
      objectId: object.id,
      atMs: onServerClock(upsert.at, received),
      hash: upsert.hash,
      isCut: upsert.isCut,
      content: packManifest(upsert.json),
    });
  }
  cluster.manifests.add(writes.size, nowMs);
  return {
    writes: [...writes.values()],
    checks: checks.map(({ kind, uid, hash }) => ({
      objectId: isRecordKind(kind) ? cluster.registry.get(kind, uid)?.id : undefined,
      uid,
      hash,
    })),
  };
}

function isManifest({ json }: ManifestUpsert): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return (
      typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value, MAX_DEPTH)
    );
  } catch {
    return false;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
