import type { Db } from '@gwanje/backend/database/schema';
import type { Role } from '@gwanje/contract/definition/fields';
import type { User } from '@gwanje/contract/users/users';
import { type AccessScope, accessScopeOf } from '@gwanje/domain/access/access-scope';
import { type RawBuilder, sql } from 'kysely';

export interface Viewer {
  readonly userNo: number;
  readonly role: Role;
  /** For an access token or a wallboard: its creator's role. It sees the same objects as its creator. */
  readonly standsFor?: Role;
  /** Limits an access token to these meta groups. */
  readonly onlyMetaGroupIds?: readonly number[];
  /** Limits a wallboard to these sub groups. */
  readonly onlySubGroupIds?: readonly number[];
}

/** A person, or an access token or wallboard that acts for a person within its own role and groups. */
export type CallingUser = User & Viewer;

/*
 * Visibility rules as SQL conditions on a column, so that lists, counts and single objects follow one rule
 * inside the database. Columns are named as in Kysely: `subGroup.subGroupId`.
 */

/**
 * Total admins see all sub groups, group admins granted ones and those of their meta groups, users granted
 * ones.
 */
export function seesSubGroup(viewer: Viewer, subGroupId: string): RawBuilder<boolean> {
  const { onlyMetaGroupIds, onlySubGroupIds } = viewer;
  let sees = seesSubGroupAsPerson(viewer, subGroupId);
  if (onlyMetaGroupIds)
    sees = sql<boolean>`(${sees} and exists (
    select 1 from sub_group limit_sub where limit_sub.sub_group_id = ${sql.ref(subGroupId)}
    and limit_sub.meta_group_id = any(${onlyMetaGroupIds}::int[])))`;
  if (onlySubGroupIds)
    sees = sql<boolean>`(${sees} and ${sql.ref(subGroupId)} = any(${onlySubGroupIds}::int[]))`;
  return sees;
}

/** Whether no limit applies: then rows of sub groups that were deleted since are seen too. */
export function seesEverySubGroup(viewer: Viewer): boolean {
  const { onlyMetaGroupIds, onlySubGroupIds } = viewer;
  return scopeOfViewer(viewer) === 'everything' && !onlyMetaGroupIds && !onlySubGroupIds;
}

function scopeOfViewer(viewer: Viewer): AccessScope {
  return accessScopeOf(viewer.standsFor ?? viewer.role);
}

function seesSubGroupAsPerson(viewer: Viewer, subGroupId: string): RawBuilder<boolean> {
  const scope = scopeOfViewer(viewer);
  if (scope === 'everything') return sql<boolean>`true`;
  const granted = sql<boolean>`exists (
    select 1 from sub_group_member seen_member
    where seen_member.sub_group_id = ${sql.ref(subGroupId)} and seen_member.user_no = ${viewer.userNo})`;
  if (scope === 'granted') return granted;
  return sql<boolean>`(${granted} or exists (
    select 1 from sub_group seen_sub
    join meta_group seen_meta on seen_meta.meta_group_id = seen_sub.meta_group_id
    where seen_sub.sub_group_id = ${sql.ref(subGroupId)} and seen_meta.owner_user_no = ${viewer.userNo}))`;
}

/** Meta groups with a visible sub group. An owner who is still an admin also sees meta groups without one. */
export function seesMetaGroup(
  viewer: Viewer,
  columns: { readonly metaGroupId: string; readonly ownerUserNo: string },
): RawBuilder<boolean> {
  const { onlyMetaGroupIds, onlySubGroupIds } = viewer;
  let sees = seesMetaGroupAsPerson(viewer, columns);
  if (onlyMetaGroupIds)
    sees = sql<boolean>`(${sees} and ${sql.ref(columns.metaGroupId)} = any(${onlyMetaGroupIds}::int[]))`;
  if (onlySubGroupIds)
    sees = sql<boolean>`(${sees} and exists (
    select 1 from sub_group limit_sub where limit_sub.meta_group_id = ${sql.ref(columns.metaGroupId)}
    and limit_sub.sub_group_id = any(${onlySubGroupIds}::int[])))`;
  return sees;
}

function seesMetaGroupAsPerson(
  viewer: Viewer,
  columns: { readonly metaGroupId: string; readonly ownerUserNo: string },
): RawBuilder<boolean> {
  const scope = scopeOfViewer(viewer);
  if (scope === 'everything') return sql<boolean>`true`;
  const holdsGranted = sql<boolean>`exists (
    select 1 from sub_group seen_sub
    join sub_group_member seen_member on seen_member.sub_group_id = seen_sub.sub_group_id
    where seen_sub.meta_group_id = ${sql.ref(columns.metaGroupId)} and seen_member.user_no = ${viewer.userNo})`;
  if (scope === 'granted') return holdsGranted;
  return sql<boolean>`(coalesce(${sql.ref(columns.ownerUserNo)} = ${viewer.userNo}, false) or ${holdsGranted})`;
}

/**
 * Total admins see all users; group admins see themselves and members of their meta groups; users see
 * themselves. An access token that is limited to groups sees its creator, and the members and owners of those groups.
 */
export function seesUser(viewer: Viewer, userNo: string): RawBuilder<boolean> {
  const { role, onlyMetaGroupIds } = viewer;
  if (role === 1 && !onlyMetaGroupIds) return sql<boolean>`true`;
  const self = sql<boolean>`coalesce(${sql.ref(userNo)} = ${viewer.userNo}, false)`;
  if (role === 2) return self;
  const isManaged = onlyMetaGroupIds
    ? seesMetaGroup(viewer, { metaGroupId: 'seenMeta.metaGroupId', ownerUserNo: 'seenMeta.ownerUserNo' })
    : sql<boolean>`seen_meta.owner_user_no = ${viewer.userNo}`;
  const isMember = sql<boolean>`exists (
    select 1 from sub_group_member seen_member
    join sub_group seen_sub on seen_sub.sub_group_id = seen_member.sub_group_id
    join meta_group seen_meta on seen_meta.meta_group_id = seen_sub.meta_group_id
    where seen_member.user_no = ${sql.ref(userNo)} and ${isManaged})`;
  if (!onlyMetaGroupIds) return sql<boolean>`(${self} or ${isMember})`;
  return sql<boolean>`(${self} or ${isMember} or exists (
    select 1 from meta_group seen_meta where seen_meta.owner_user_no = ${sql.ref(userNo)} and ${isManaged}))`;
}

/** The ids of the sub groups that the viewer may see. */
export async function allowedSubGroups(db: Db, viewer: Viewer): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('subGroup')
    .select('subGroupId')
    .where(seesSubGroup(viewer, 'subGroup.subGroupId'))
    .execute();
  return new Set(rows.map((row) => row.subGroupId));
}
