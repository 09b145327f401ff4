import { toUser } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import {
  allowedGrants,
  allowedMetaGroupChange,
  allowedMetaGroupRemoval,
  allowedRevocation,
  allowedSubGroupMove,
  allowedSubGroupRemoval,
} from '../../access/allowed-group-changes.ts';
import {
  deleteMember,
  findMetaGroupVisibility,
  insertMembers,
  lockMetaGroup,
  lockSubGroups,
} from '../../access/target-repository.ts';
import { requireManagedSubGroup, requireRight, requireSeen } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { deleteRows, insertRow, named, updateRow } from '../../platform/store/row-repository.ts';
import { orConflict, orInUse } from '../../platform/store/violations.ts';
import * as lists from './group-list-repository.ts';

const nameTaken = (field: string) => ({ field, reason: 'taken' });

export const groupRoutes = {
  /** Includes meta groups without sub groups for users who may add some. */
  async listGroupNames({ db, user }) {
    const rows = Map.groupBy(await lists.listGroupNameRows(db, user), ({ metaGroupId }) => metaGroupId);
    const groupNameList = [...rows].map(([metaGroupId, some]) => ({
      metaGroupId,
      metaGroupName: some[0]?.metaGroupName ?? '',
      subGroupNameList: some.flatMap(({ subGroupId, subGroupName }) =>
        subGroupId === null || subGroupName === null ? [] : [{ subGroupId, subGroupName }],
      ),
    }));
    return { groupNameList };
  },

  async listMetaGroups({ db, user, params: page }) {
    const { totalCnt, list } = await lists.listMetaGroupPage(db, user, page);
    return { totalCnt, ...page, list: list.map(withIsoTimes) };
  },

  async listSubGroups({ db, user, params: { metaGroupId, ...page } }) {
    requireSeen('metaGroup', metaGroupId, await findMetaGroupVisibility(db, user, metaGroupId));
    const { totalCnt, list } = await lists.listSubGroupPage(db, user, metaGroupId, page);
    return { totalCnt, ...page, list: list.map(withIsoTimes) };
  },

  async getSubGroup({ db, user, params: { subGroupId } }) {
    const found = await lists.findSubGroupRow(db, user, subGroupId);
    const { isSeen, ...row } = requireSeen('subGroup', subGroupId, found);
    const members = await lists.listMemberRows(db, user, subGroupId);
    const clusters = await lists.listClusterRowsOf(db, subGroupId);
    return {
      ...withIsoTimes(row),
      memberList: members.map(({ grantedAt, ...account }) => {
        const { userNo, userId, name, role, isKeyUser, status } = toUser(account);
        return { userNo, userId, name, role, isKeyUser, status, grantedAt: grantedAt.toISOString() };
      }),
      clusterList: clusters.map(withIsoTimes),
    };
  },

  async insertMetaGroup({ db, user, now, audit, params: { name } }) {
    requireRight(user, 'metaGroup.create', null);
    const ownerUserNo = user.userNo;
    const row = { ...named(name), ownerUserNo, createdAt: now, updatedAt: now };
    const metaGroupId = await orConflict(insertRow(db, 'metaGroup', row), nameTaken('name'));
    await audit('metaGroup.insert', metaGroupId, { after: { name, ownerUserNo } });
    return { metaGroupId };
  },

  async updateMetaGroup(call) {
    const { db, now, audit } = call;
    for (const change of call.body) {
      const { metaGroupId } = change;
      const { before, after } = await allowedMetaGroupChange(call, change);
      const row = { ...after, ...named(after.name), updatedAt: now };
      await orConflict(updateRow(db, 'metaGroup', metaGroupId, row), nameTaken('0.name'));
      const { name, ownerUserNo } = before;
      await audit('metaGroup.update', metaGroupId, { before: { name, ownerUserNo }, after });
    }
  },

  async deleteMetaGroup(call) {
    const { db, audit, params } = call;
    const { name, ownerUserNo } = await allowedMetaGroupRemoval(call, params.id);
    await orInUse(deleteRows(db, 'metaGroup', params.id), { reason: 'hasSubGroups' });
    await audit('metaGroup.delete', params.id, { before: { name, ownerUserNo } });
  },

  async insertSubGroup({ db, user, now, audit, body }) {
    const { metaGroupId, name } = body;
    const detail = { field: 'metaGroupId' };
    const found = await lockMetaGroup(db, user, metaGroupId);
    requireRight(user, 'subGroup.manage', requireSeen('metaGroup', metaGroupId, found, detail), detail);
    const row = { metaGroupId, ...named(name), createdAt: now, updatedAt: now };
    const subGroupId = await orConflict(insertRow(db, 'subGroup', row), nameTaken('name'));
    await audit('subGroup.insert', subGroupId, { after: { name, metaGroupId } });
    return { subGroupId };
  },

  async updateSubGroup({ db, user, now, audit, body }) {
    for (const change of body) {
      const { subGroupId, name } = change;
      const targets = await lockSubGroups(db, user, [subGroupId]);
      const before = requireManagedSubGroup(
        user,
        'subGroup.manage',
        targets,
        change,
        (field) => `0.${field}`,
      );
      const row = { ...named(name), updatedAt: now };
      await orConflict(updateRow(db, 'subGroup', subGroupId, row), nameTaken('0.name'));
      await audit('subGroup.update', subGroupId, { before: { name: before.name }, after: { name } });
    }
  },

  async moveSubGroups(call) {
    const { db, now, audit, body } = call;
    const { metaGroupId } = body;
    const moving = await allowedSubGroupMove(call, body);
    for (const [index, { subGroupId, name, metaGroupId: former }] of moving.entries()) {
      if (former === metaGroupId) continue;
      const taken = { ...nameTaken(`subGroupIdList.${index}`), name };
      await orConflict(updateRow(db, 'subGroup', subGroupId, { metaGroupId, updatedAt: now }), taken);
      await audit('subGroup.move', subGroupId, { before: { metaGroupId: former }, after: { metaGroupId } });
    }
  },

  async deleteSubGroups(call) {
    const { db, audit, params } = call;
    const leaving = await allowedSubGroupRemoval(call, params.ids);
    await orInUse(deleteRows(db, 'subGroup', ...params.ids), { reason: 'hasClusters' });
    for (const { subGroupId, name, metaGroupId } of leaving)
      await audit('subGroup.delete', subGroupId, { before: { name, metaGroupId } });
  },

  /** Adds all links or none; existing links stay unchanged. */
  async grantSubGroups(call) {
    const { db, now, audit, body } = call;
    await allowedGrants(call, body);
    for (const { subGroupId, userNo } of await insertMembers(db, body, now))
      await audit('subGroup.grant', subGroupId, { userNo });
  },

  async revokeSubGroup(call) {
    const { db, audit, params } = call;
    const { userNo, subGroupId } = params;
    await allowedRevocation(call, params);
    if (!(await deleteMember(db, params))) throw new AppError('notFound', { field: 'userNo' });
    await audit('subGroup.revoke', subGroupId, { userNo });
  },
} satisfies Routes;
