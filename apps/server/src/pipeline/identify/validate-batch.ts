import type { AppError } from '@gwanje/contract/definition/errors';
import type { IngestLimits } from '../../config.ts';
import type { ReceivedBatch } from '../receive/received-batch.ts';
import { refusal } from '../receive/refusal.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { isPod } from '../state/object-registry.ts';

/** Checks a batch against the limits of its cluster before any of it is applied. Returns the refusal. */
export function validateBatch(
  received: ReceivedBatch,
  cluster: ClusterMemory,
  limits: Pick<IngestLimits, 'objects' | 'newObjectsPerHour'>,
): AppError | undefined {
  const { agent } = received.batch;
  const nowMs = received.receivedAt.getTime();
  if (!cluster.agents.has(agent.id) && !cluster.makeRoomForAgent(agent.role, nowMs))
    return refusal('objectLimit', { what: `agents of the role ${agent.role}` });
  const { aliveCnt } = countNewObjects(received, cluster);
  if (aliveCnt === 0) return undefined;
  if (cluster.registry.aliveCnt + aliveCnt > limits.objects)
    return refusal('objectLimit', { limit: limits.objects });
  if (cluster.newObjects.of(nowMs) + aliveCnt > limits.newObjectsPerHour)
    return refusal('seriesLimit', { limit: limits.newObjectsPerHour });
  cluster.newObjects.add(aliveCnt, nowMs);
  return undefined;
}

/** Counts the objects and containers of a batch that do not exist yet, and the ids they may need. */
export function countNewObjects(
  received: ReceivedBatch,
  { registry }: ClusterMemory,
): { aliveCnt: number; idCnt: number } {
  let aliveCnt = 0;
  let idCnt = 0;
  for (const part of received.batch.inventory ?? []) {
    for (const record of part.upserts) {
      const known = registry.get(record.kind, record.uid);
      const isGone = known !== undefined && known.deletedMs !== null;
      if (!known) idCnt++;
      if (!known || isGone) aliveCnt++;
      if (record.kind !== 'pod') continue;
      const names = known && isPod(known) ? new Set(known.containers.map(({ name }) => name)) : undefined;
      for (const { name } of record.containers) {
        const isKnown = names?.has(name) ?? false;
        if (!isKnown) idCnt++;
        if (!isKnown || isGone) aliveCnt++;
      }
    }
  }
  return { aliveCnt, idCnt };
}
