import type { BodyOf } from '@gwanje/contract/endpoint';
import { AppError } from '@gwanje/contract/errors';
import type {
  insertSubGroup as insertSubGroupCall,
  moveSubGroups as moveSubGroupsCall,
  updateMetaGroup as updateMetaGroupCall,
  updateSubGroup as updateSubGroupCall,
} from '@gwanje/contract/groups';
import { isGroupAdmin } from '@gwanje/domain/permissions';
import {
  lockMetaGroup,
  lockSubGroups,
  requireManagedSubGroup,
  requireRight,
  requireSeen,
} from '../../access/targets.ts';
import { lockUser } from '../../access/users.ts';
import type { Work } from '../../http/call.ts';
import { orConflict, orInUse } from '../../store/violations.ts';
import * as groups from './change-repository.ts';

const nameTaken = (field: string) => ({ field, reason: 'taken' });

export async function createMetaGroup({ db, user, now, audit }: Work, name: string) {
  requireRight(user, 'metaGroup.create', null);
  const metaGroupId = await orConflict(
    groups.insertMetaGroup(db, { name, ownerUserNo: user.userNo, now }),
    nameTaken('name'),
  );
  await audit({
    action: 'metaGroup.insert',
    target: { kind: 'metaGroup', id: metaGroupId },
    detail: { after: { name, ownerUserNo: user.userNo } },
  });
  return metaGroupId;
}

export async function changeMetaGroup(
  work: Work,
  change: BodyOf<typeof updateMetaGroupCall>[number],
): Promise<void> {
  const { db, user, now, audit } = work;
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
    await requireFitOwner(work, after.ownerUserNo);
  }
  requireRight(user, 'metaGroup.rename', before);
  await orConflict(groups.updateMetaGroup(db, metaGroupId, after, now), nameTaken('0.name'));
  await audit({
    action: 'metaGroup.update',
    target: { kind: 'metaGroup', id: metaGroupId },
    detail: { before: { name: before.name, ownerUserNo: before.ownerUserNo }, after },
  });
}

/** An owner manages the meta group, so it has to be an admin who can sign in. */
async function requireFitOwner({ db, user }: Work, ownerUserNo: number | null): Promise<void> {
  if (ownerUserNo === null) return;
  const field = '0.ownerUserNo';
  const owner = requireSeen('user', ownerUserNo, await lockUser(db, user, ownerUserNo), { field });
  if (!isGroupAdmin(owner)) throw new AppError('invalidParameter', { field, reason: 'notAnAdmin' });
  if (owner.status !== 1) throw new AppError('invalidParameter', { field, reason: 'notActive' });
}

export async function removeMetaGroup({ db, user, audit }: Work, metaGroupId: number): Promise<void> {
  const target = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId));
  requireRight(user, 'metaGroup.delete', target);
  const subGroupCnt = await groups.countSubGroupsOf(db, metaGroupId);
  if (subGroupCnt > 0) throw new AppError('inUse', { reason: 'hasSubGroups', subGroupCnt });
  await orInUse(groups.deleteMetaGroup(db, metaGroupId), { reason: 'hasSubGroups' });
  await audit({
    action: 'metaGroup.delete',
    target: { kind: 'metaGroup', id: metaGroupId },
    detail: { before: { name: target.name, ownerUserNo: target.ownerUserNo } },
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
  await audit({
    action: 'subGroup.insert',
    target: { kind: 'subGroup', id: subGroupId },
    detail: { after: { name, metaGroupId } },
  });
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
  await audit({
    action: 'subGroup.update',
    target: { kind: 'subGroup', id: subGroupId },
    detail: { before: { name: target.name }, after: { name } },
  });
}

export async function moveSubGroups(
  { db, user, now, audit }: Work,
  { metaGroupId, subGroupIdList }: BodyOf<typeof moveSubGroupsCall>,
): Promise<void> {
  const field = 'metaGroupId';
  const goal = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId), { field });
  const targets = await lockSubGroups(db, user, subGroupIdList);
  const moving = subGroupIdList.map((subGroupId, index) =>
    requireManagedSubGroup(user, 'subGroup.manage', targets, { subGroupId }, () => `subGroupIdList.${index}`),
  );
  requireRight(user, 'subGroup.manage', goal, { field });
  for (const [index, { subGroupId, ...before }] of moving.entries()) {
    if (before.metaGroupId === metaGroupId) continue;
    await orConflict(groups.moveSubGroup(db, subGroupId, metaGroupId, now), {
      field: `subGroupIdList.${index}`,
      reason: 'taken',
      name: before.name,
    });
    await audit({
      action: 'subGroup.move',
      target: { kind: 'subGroup', id: subGroupId },
      detail: { before: { metaGroupId: before.metaGroupId }, after: { metaGroupId } },
    });
  }
}

export async function removeSubGroups(
  { db, user, audit }: Work,
  subGroupIds: readonly number[],
): Promise<void> {
  const targets = await lockSubGroups(db, user, subGroupIds);
  const leaving = subGroupIds.map((subGroupId) =>
    requireManagedSubGroup(user, 'subGroup.manage', targets, { subGroupId }, () => 'ids'),
  );
  const [occupied] = await groups.countClustersOf(db, subGroupIds);
  if (occupied) throw new AppError('inUse', { reason: 'hasClusters', ...occupied });
  await orInUse(groups.deleteSubGroups(db, subGroupIds), { reason: 'hasClusters' });
  for (const { subGroupId, name, metaGroupId } of leaving) {
    await audit({
      action: 'subGroup.delete',
      target: { kind: 'subGroup', id: subGroupId },
      detail: { before: { name, metaGroupId } },
    });
  }
}
