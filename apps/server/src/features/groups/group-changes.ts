import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type {
  insertSubGroup as insertSubGroupCall,
  moveSubGroups as moveSubGroupsCall,
  updateMetaGroup as updateMetaGroupCall,
  updateSubGroup as updateSubGroupCall,
} from '@gwanje/contract/users/groups';
import { isGroupAdmin } from '@gwanje/domain/access/permissions';
import {
  lockMetaGroup,
  lockSubGroups,
  lockUser,
  type SubGroupTarget,
} from '../../access/target-repository.ts';
import { requireManagedSubGroup, requireRight, requireSeen } from '../../access/targets.ts';
import type { Asking, Work } from '../../platform/http/call.ts';
import { orConflict, orInUse } from '../../platform/store/violations.ts';
import * as groups from './group-change-repository.ts';

const nameTaken = (field: string) => ({ field, reason: 'taken' });

export async function createMetaGroup({ db, user, now, audit }: Work, name: string) {
  requireRight(user, 'metaGroup.create', null);
  const metaGroupId = await orConflict(
    groups.insertMetaGroup(db, { name, ownerUserNo: user.userNo, now }),
    nameTaken('name'),
  );
  await audit('metaGroup.insert', metaGroupId, { after: { name, ownerUserNo: user.userNo } });
  return metaGroupId;
}

type MetaGroupChange = BodyOf<typeof updateMetaGroupCall>[number];

/*
 * Each `allowed…` function checks a change, for the call that makes it and for the access preview. It throws
 * the reason when the caller may not make the change.
 */

export async function allowedMetaGroupChange(asking: Asking, change: MetaGroupChange) {
  const { db, user } = asking;
  const { metaGroupId } = change;
  if (change.name === undefined && change.ownerUserNo === undefined)
    throw new AppError('missingParameter', { field: '0.name' });
  const before = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId));
  const after = {
    name: change.name ?? before.name,
    ownerUserNo: change.ownerUserNo ?? before.ownerUserNo,
  };
  if (after.ownerUserNo !== before.ownerUserNo) {
    requireRight(user, 'metaGroup.setOwner', before, { field: '0.ownerUserNo' });
    await requireFitOwner(asking, after.ownerUserNo);
  }
  requireRight(user, 'metaGroup.rename', before);
  return { before, after };
}

export async function changeMetaGroup(work: Work, change: MetaGroupChange): Promise<void> {
  const { db, now, audit } = work;
  const { metaGroupId } = change;
  const { before, after } = await allowedMetaGroupChange(work, change);
  await orConflict(groups.updateMetaGroup(db, metaGroupId, after, now), nameTaken('0.name'));
  await audit('metaGroup.update', metaGroupId, {
    before: { name: before.name, ownerUserNo: before.ownerUserNo },
    after,
  });
}

/** An owner manages the meta group, so the owner must be an admin who can sign in. */
async function requireFitOwner({ db, user }: Asking, ownerUserNo: number | null): Promise<void> {
  if (ownerUserNo === null) return;
  const field = '0.ownerUserNo';
  const owner = requireSeen('user', ownerUserNo, await lockUser(db, user, ownerUserNo), { field });
  if (!isGroupAdmin(owner)) throw new AppError('invalidParameter', { field, reason: 'notAnAdmin' });
  if (owner.status !== 1) throw new AppError('invalidParameter', { field, reason: 'notActive' });
}

export async function allowedMetaGroupRemoval({ db, user }: Asking, metaGroupId: number) {
  const target = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId));
  requireRight(user, 'metaGroup.delete', target);
  const subGroupCnt = await groups.countSubGroupsOf(db, metaGroupId);
  if (subGroupCnt > 0) throw new AppError('inUse', { reason: 'hasSubGroups', subGroupCnt });
  return target;
}

export async function removeMetaGroup(work: Work, metaGroupId: number): Promise<void> {
  const { db, audit } = work;
  const target = await allowedMetaGroupRemoval(work, metaGroupId);
  await orInUse(groups.deleteMetaGroup(db, metaGroupId), { reason: 'hasSubGroups' });
  await audit('metaGroup.delete', metaGroupId, {
    before: { name: target.name, ownerUserNo: target.ownerUserNo },
  });
}

export async function createSubGroup(
  { db, user, now, audit }: Work,
  { metaGroupId, name }: BodyOf<typeof insertSubGroupCall>,
): Promise<number> {
  const field = 'metaGroupId';
  const target = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId), { field });
  requireRight(user, 'subGroup.manage', target, { field });
  const subGroupId = await orConflict(
    groups.insertSubGroup(db, { metaGroupId, name, now }),
    nameTaken('name'),
  );
  await audit('subGroup.insert', subGroupId, { after: { name, metaGroupId } });
  return subGroupId;
}

export async function renameSubGroup(
  { db, user, now, audit }: Work,
  change: BodyOf<typeof updateSubGroupCall>[number],
): Promise<void> {
  const { subGroupId, name } = change;
  const targets = await lockSubGroups(db, user, [subGroupId]);
  const target = requireManagedSubGroup(user, 'subGroup.manage', targets, change, (field) => `0.${field}`);
  await orConflict(groups.renameSubGroup(db, subGroupId, name, now), nameTaken('0.name'));
  await audit('subGroup.update', subGroupId, { before: { name: target.name }, after: { name } });
}

type SubGroupMove = BodyOf<typeof moveSubGroupsCall>;

/** A move needs rights on both sides. */
export async function allowedSubGroupMove(
  { db, user }: Asking,
  { metaGroupId, subGroupIdList }: SubGroupMove,
): Promise<SubGroupTarget[]> {
  const field = 'metaGroupId';
  const goal = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId), { field });
  const targets = await lockSubGroups(db, user, subGroupIdList);
  const moving = subGroupIdList.map((subGroupId, index) =>
    requireManagedSubGroup(user, 'subGroup.manage', targets, { subGroupId }, () => `subGroupIdList.${index}`),
  );
  requireRight(user, 'subGroup.manage', goal, { field });
  return moving;
}

export async function moveSubGroups(work: Work, move: SubGroupMove): Promise<void> {
  const { db, now, audit } = work;
  const { metaGroupId } = move;
  const moving = await allowedSubGroupMove(work, move);
  for (const [index, { subGroupId, ...before }] of moving.entries()) {
    if (before.metaGroupId === metaGroupId) continue;
    await orConflict(groups.moveSubGroup(db, subGroupId, metaGroupId, now), {
      field: `subGroupIdList.${index}`,
      reason: 'taken',
      name: before.name,
    });
    await audit('subGroup.move', subGroupId, {
      before: { metaGroupId: before.metaGroupId },
      after: { metaGroupId },
    });
  }
}

export async function allowedSubGroupRemoval(
  { db, user }: Asking,
  subGroupIds: readonly number[],
): Promise<SubGroupTarget[]> {
  const targets = await lockSubGroups(db, user, subGroupIds);
  const leaving = subGroupIds.map((subGroupId) =>
    requireManagedSubGroup(user, 'subGroup.manage', targets, { subGroupId }, () => 'ids'),
  );
  const [occupied] = await groups.countClustersOf(db, subGroupIds);
  if (occupied) throw new AppError('inUse', { reason: 'hasClusters', ...occupied });
  return leaving;
}

export async function removeSubGroups(work: Work, subGroupIds: readonly number[]): Promise<void> {
  const { db, audit } = work;
  const leaving = await allowedSubGroupRemoval(work, subGroupIds);
  await orInUse(groups.deleteSubGroups(db, subGroupIds), { reason: 'hasClusters' });
  for (const { subGroupId, name, metaGroupId } of leaving) {
    await audit('subGroup.delete', subGroupId, { before: { name, metaGroupId } });
  }
}
