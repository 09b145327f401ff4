import type { Database } from '@gwanje/backend/database/schema';
import { AppError, type ErrorDetail } from '@gwanje/contract/definition/errors';
import { type Action, type Actor, may } from '@gwanje/domain/permissions';
import type { Kysely } from 'kysely';
import { HiddenObject } from './hidden-object.ts';
import { seesMetaGroup, seesSubGroup, type Viewer } from './visibility.ts';

type Db = Kysely<Database>;

export interface MetaGroupTarget {
  readonly metaGroupId: number;
  readonly name: string;
  readonly ownerUserNo: number | null;
  readonly isSeen: boolean;
}

export interface SubGroupTarget {
  readonly subGroupId: number;
  readonly metaGroupId: number;
  readonly name: string;
  readonly ownerUserNo: number | null;
  readonly isSeen: boolean;
}

/** Locks the row: the call checks, audits as "before" and changes the same state. */
export async function lockMetaGroup(
  db: Db,
  viewer: Viewer,
  metaGroupId: number,
): Promise<MetaGroupTarget | undefined> {
  const row = await db
    .selectFrom('metaGroup')
    .select(['metaGroupId', 'name', 'ownerUserNo'])
    .select(
      seesMetaGroup(viewer, {
        metaGroupId: 'metaGroup.metaGroupId',
        ownerUserNo: 'metaGroup.ownerUserNo',
      }).as('isSeen'),
    )
    .where('metaGroupId', '=', metaGroupId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, isSeen: Boolean(row.isSeen) };
}

/** Locks in the order of the ids, so that two calls never deadlock. */
export async function lockSubGroups(
  db: Db,
  viewer: Viewer,
  subGroupIds: readonly number[],
): Promise<ReadonlyMap<number, SubGroupTarget>> {
  if (subGroupIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('subGroup')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['subGroup.subGroupId', 'subGroup.metaGroupId', 'subGroup.name', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('subGroup.subGroupId', 'in', [...new Set(subGroupIds)])
    .orderBy('subGroup.subGroupId')
    .forUpdate('subGroup')
    .execute();
  return new Map(rows.map((row) => [row.subGroupId, { ...row, isSeen: Boolean(row.isSeen) }]));
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
