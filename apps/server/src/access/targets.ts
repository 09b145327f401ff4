import type { Db } from '@gwanje/backend/database/schema';
import { AppError, type ErrorDetail } from '@gwanje/contract/definition/errors';
import { type Action, type Actor, may } from '@gwanje/domain/access/permissions';
import {
  type ClusterTarget,
  findClusterVisibility,
  lockClusters,
  type SubGroupTarget,
} from './target-repository.ts';
import type { CallingUser, Viewer } from './visibility-repository.ts';

/** The part of a call that a permission check needs; it allows no changes. */
export interface CallerContext {
  readonly db: Db;
  readonly user: CallingUser;
}

/** An existing object outside the caller's groups: the response is 8003, the audit log records a denial. */
export class HiddenObject extends AppError {
  readonly kind: string;
  readonly id: number;

  /** `detail` must be the same as for an object that does not exist: the response reveals nothing. */
  constructor(kind: string, id: number, detail: ErrorDetail = {}) {
    super('notFound', detail);
    this.kind = kind;
    this.id = id;
  }
}

/** An absent and a hidden object give the same response; only the audit log records the difference. */
export function requireSeen<Target extends { readonly isSeen: boolean }>(
  kind: string,
  id: number,
  target: Target | undefined,
  detail: ErrorDetail = {},
): Target {
  if (!target) throw new AppError('notFound', detail);
  if (!target.isSeen) throw new HiddenObject(kind, id, detail);
  return target;
}

export function requireRight(
  actor: Actor,
  action: Action,
  target: { readonly ownerUserNo: number | null } | null,
  detail: ErrorDetail = {},
): void {
  if (!may(actor, action, target)) throw new AppError('noPermission', detail);
}

/** A sub group that the actor sees and may manage, and that belongs to the named meta group. */
export function requireManagedSubGroup(
  actor: Actor,
  action: Action,
  targets: ReadonlyMap<number, SubGroupTarget>,
  named: { readonly subGroupId: number; readonly metaGroupId?: number | undefined },
  at: (field: string) => string = (field) => field,
): SubGroupTarget {
  const field = at('subGroupId');
  const target = requireSeen('subGroup', named.subGroupId, targets.get(named.subGroupId), { field });
  if (named.metaGroupId !== undefined && named.metaGroupId !== target.metaGroupId)
    throw new AppError('notFound', { field: at('metaGroupId') });
  requireRight(actor, action, target, { field });
  return target;
}

/** The group of the cluster must be allowed. It need not be in the global selection. */
export async function requireSeenCluster(db: Db, viewer: Viewer, hostId: number): Promise<void> {
  requireSeen('cluster', hostId, await findClusterVisibility(db, viewer, hostId));
}

/** Refuses a change of an older version. With `expected` undefined, any version is accepted. */
export function requireVersion(expected: number | undefined, version: number, field = 'version'): void {
  if (expected !== undefined && expected !== version)
    throw new AppError('conflict', { field, reason: 'changedMeanwhile', version });
}

/** Locks clusters. Throws if the caller may not see one of them or may not do `action` on it. */
export async function requireManagedClusters(
  { db, user }: { readonly db: Db; readonly user: Actor & Viewer },
  hostIds: readonly number[],
  action: Action,
  at: (index: number) => string,
): Promise<ClusterTarget[]> {
  const targets = await lockClusters(db, user, hostIds);
  return hostIds.map((hostId, index) => {
    const detail = { field: at(index) };
    const target = requireSeen('cluster', hostId, targets.get(hostId), detail);
    requireRight(user, action, target, detail);
    return target;
  });
}
