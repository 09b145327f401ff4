import type { AppError } from '@gwanje/contract/errors';
import type { CollectLimits } from '../../config.ts';
import { isPod } from '../identify/registry.ts';
import type { Arrival } from '../receive/arrival.ts';
import { refusal } from '../receive/refuse.ts';
import { type ClusterMemory, MAX_AGENTS } from './cluster-memory.ts';

/** Everything a batch may be refused for, before anything of it is taken in: what is refused has changed nothing. */
export function judge(
  arrival: Arrival,
  cluster: ClusterMemory,
  limits: Pick<CollectLimits, 'objects' | 'newObjectsPerHour'>,
): AppError | undefined {
  if (cluster.agents.size >= MAX_AGENTS && !cluster.agents.has(arrival.batch.agent.id))
    return refusal('objectLimit', { what: 'agents', limit: MAX_AGENTS });
  const { aliveCnt } = newObjects(arrival, cluster);
  if (aliveCnt === 0) return undefined;
  const nowMs = arrival.receivedAt.getTime();
  if (cluster.registry.aliveCnt + aliveCnt > limits.objects)
    return refusal('objectLimit', { limit: limits.objects });
  if (cluster.newObjects.of(nowMs) + aliveCnt > limits.newObjectsPerHour)
    return refusal('seriesLimit', { limit: limits.newObjectsPerHour });
  cluster.newObjects.add(aliveCnt, nowMs);
  return undefined;
}

/** Objects and containers of a batch that are not there yet, and how many of them may need an id. */
export function newObjects(
  arrival: Arrival,
  { registry }: ClusterMemory,
): { aliveCnt: number; idCnt: number } {
  let aliveCnt = 0;
  let idCnt = 0;
  for (const part of arrival.batch.inventory ?? []) {
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
