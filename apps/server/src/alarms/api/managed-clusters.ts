import type { Action } from '@gwanje/domain/access/permissions';
import { lockClusters } from '../../access/target-repository.ts';
import { requireRight, requireSeen } from '../../access/targets.ts';
import type { Work } from '../../platform/http/call.ts';

/** Locks clusters. Refuses clusters that the caller may not see or may not change in this way. */
export async function requireManaged(
  { db, user }: Pick<Work, 'db' | 'user'>,
  hostIds: readonly number[],
  action: Action,
  at: (index: number) => string,
): Promise<void> {
  const targets = await lockClusters(db, user, hostIds);
  for (const [index, hostId] of hostIds.entries()) {
    const field = at(index);
    requireRight(user, action, requireSeen('cluster', hostId, targets.get(hostId), { field }), { field });
  }
}
