import type { BodyOf, ParamsOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Role } from '@gwanje/contract/definition/fields';
import type {
  grantSubGroups,
  moveSubGroups,
  revokeSubGroup,
  updateMetaGroup,
} from '@gwanje/contract/users/groups';
import { isGroupAdmin } from '@gwanje/domain/access/permissions';
import {
  countClustersOf,
  countSubGroupsOf,
  lockMetaGroup,
  lockSubGroups,
  lockUser,
  lockUsers,
} from './target-repository.ts';
import { type CallerContext, requireManagedSubGroup, requireRight, requireSeen } from './targets.ts';

/*
 * Each `allowed…` function checks a change, for the call that makes it and for the access preview. It throws
 * the reason when the caller may not make the change.
 */

export async function allowedMetaGroupChange(
  caller: CallerContext,
  change: BodyOf<typeof updateMetaGroup>[number],
) {
  const { db, user } = caller;
  const { metaGroupId } = change;
  if (change.name === undefined && change.ownerUserNo === undefined)
    throw new AppError('missingParameter', { field: '0.name' });
  const before = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId));
  const { name = before.name, ownerUserNo = before.ownerUserNo } = change;
  if (ownerUserNo !== before.ownerUserNo) {
    requireRight(user, 'metaGroup.setOwner', before, { field: '0.ownerUserNo' });
    await requireActiveAdmin(caller, ownerUserNo);
  }
  requireRight(user, 'metaGroup.rename', before);
  return { before, after: { name, ownerUserNo } };
}

/** An owner manages the meta group, so the owner must be an admin who can sign in. */
async function requireActiveAdmin({ db, user }: CallerContext, ownerUserNo: number | null): Promise<void> {
  if (ownerUserNo === null) return;
  const field = '0.ownerUserNo';
  const owner = requireSeen('user', ownerUserNo, await lockUser(db, user, ownerUserNo), { field });
  if (!isGroupAdmin(owner)) throw new AppError('invalidParameter', { field, reason: 'notAnAdmin' });
  if (owner.status !== 1) throw new AppError('invalidParameter', { field, reason: 'notActive' });
}

export async function allowedMetaGroupRemoval({ db, user }: CallerContext, metaGroupId: number) {
  const target = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId));
  requireRight(user, 'metaGroup.delete', target);
  const subGroupCnt = await countSubGroupsOf(db, metaGroupId);
  if (subGroupCnt > 0) throw new AppError('inUse', { reason: 'hasSubGroups', subGroupCnt });
  return target;
}

/** A move needs rights on both sides. */
export async function allowedSubGroupMove(
  { db, user }: CallerContext,
  { metaGroupId, subGroupIdList }: BodyOf<typeof moveSubGroups>,
) {
  const field = 'metaGroupId';
  const goal = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId), { field });
  const targets = await lockSubGroups(db, user, subGroupIdList);
  const moving = subGroupIdList.map((subGroupId, index) =>
    requireManagedSubGroup(user, 'subGroup.manage', targets, { subGroupId }, () => `subGroupIdList.${index}`),
  );
  requireRight(user, 'subGroup.manage', goal, { field });
  return moving;
}

export async function allowedSubGroupRemoval({ db, user }: CallerContext, subGroupIds: readonly number[]) {
  const targets = await lockSubGroups(db, user, subGroupIds);
  const leaving = subGroupIds.map((subGroupId) =>
    requireManagedSubGroup(user, 'subGroup.manage', targets, { subGroupId }, () => 'ids'),
  );
  const [occupied] = await countClustersOf(db, subGroupIds);
  if (occupied) throw new AppError('inUse', { reason: 'hasClusters', ...occupied });
  return leaving;
}

/** `newRoles`: roles of users whose role changes in the same request. */
export async function allowedGrants(
  { db, user }: CallerContext,
  links: BodyOf<typeof grantSubGroups>,
  newRoles: ReadonlyMap<number, Role> = new Map(),
): Promise<void> {
  const subGroupIds = links.map((link) => link.subGroupId);
  const userNos = links.map((link) => link.userNo);
  const subGroups = await lockSubGroups(db, user, subGroupIds);
  const users = await lockUsers(db, user, userNos);
  for (const [index, link] of links.entries()) {
    requireManagedSubGroup(user, 'subGroup.manage', subGroups, link, (field) => `${index}.${field}`);
    const field = `${index}.userNo`;
    const member = requireSeen('user', link.userNo, users.get(link.userNo), { field });
    if ((newRoles.get(link.userNo) ?? member.role) === 1)
      throw new AppError('invalidParameter', { field, reason: 'totalAdminNeedsNoMembership' });
  }
}

export async function allowedRevocation(
  { db, user }: CallerContext,
  link: ParamsOf<typeof revokeSubGroup>,
): Promise<void> {
  const { userNo, subGroupId } = link;
  requireManagedSubGroup(user, 'subGroup.manage', await lockSubGroups(db, user, [subGroupId]), link);
  requireSeen('user', userNo, await lockUser(db, user, userNo), { field: 'userNo' });
}
