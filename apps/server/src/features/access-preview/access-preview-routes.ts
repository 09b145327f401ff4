import { AppError } from '@gwanje/contract/definition/errors';
import type { AccessChange } from '@gwanje/contract/users/access-preview';
import { type AccessBlock, accessDifference } from '@gwanje/domain/access/access-difference';
import { type Rights, type RightsChange, rightsAfter } from '@gwanje/domain/access/rights';
import { allowedClusterChanges } from '../../access/allowed-cluster-changes.ts';
import {
  allowedGrants,
  allowedMetaGroupChange,
  allowedMetaGroupRemoval,
  allowedRevocation,
  allowedSubGroupMove,
  allowedSubGroupRemoval,
} from '../../access/allowed-group-changes.ts';
import { allowedUserChanges, allowedUserRemoval } from '../../access/allowed-user-changes.ts';
import { type CallerContext, requireRight } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { readRights } from './access-preview-repository.ts';

export const accessPreviewRoutes = {
  /** The response names and counts only users and clusters that the caller sees. */
  async previewAccess({ db, user, body }) {
    if (user.status === 4) throw new AppError('noPermission', { reason: 'restricted' });
    const change = await allowedChange({ db, user }, body.change);
    const { rights, audience, users, clusters } = await readRights(db, user);
    requireMemberships(rights, change);
    const { gained, lost } = accessDifference(rights, rightsAfter(rights, change), audience);
    const blocks = [...gained, ...lost];
    const userNos = new Set(blocks.flatMap((block) => block.userNos));
    const hostIds = new Set(blocks.flatMap((block) => block.hostIds));
    return {
      gainedList: gained.map(toAnswer),
      lostList: lost.map(toAnswer),
      userList: users.filter(({ userNo }) => userNos.has(userNo)),
      clusterList: clusters.filter(({ hostId }) => hostIds.has(hostId)),
    };
  },
} satisfies Routes;

/** As in the revocation itself: only a member can be removed, unless the same change adds the member. */
function requireMemberships({ grants }: Rights, { granted = [], revoked = [] }: RightsChange): void {
  for (const { userNo, subGroupId } of revoked) {
    const isMember =
      grants.get(userNo)?.has(subGroupId) === true ||
      granted.some((link) => link.userNo === userNo && link.subGroupId === subGroupId);
    if (!isMember) throw new AppError('notFound', { field: 'userNo' });
  }
}

function toAnswer({ userNos, hostIds }: AccessBlock) {
  return { userNoList: [...userNos], hostIdList: [...hostIds] };
}

type Change<Kind extends AccessChange['kind']> = Extract<AccessChange, { kind: Kind }>;

/** The effect of a change on rights; a caller who may not make the change gets its refusal. */
async function allowedChange(caller: CallerContext, change: AccessChange): Promise<RightsChange> {
  switch (change.kind) {
    case 'moveSubGroups': {
      const moving = await allowedSubGroupMove(caller, change);
      return {
        movedSubGroups: new Map(moving.map(({ subGroupId }) => [subGroupId, change.metaGroupId])),
      };
    }
    case 'moveClusters': {
      const plans = await allowedClusterChanges(caller, change.clusterList);
      return { movedClusters: new Map(plans.map(({ before, after }) => [before.hostId, after.subGroupId])) };
    }
    case 'setOwner': {
      const { metaGroupId, ownerUserNo } = change;
      await allowedMetaGroupChange(caller, { metaGroupId, ownerUserNo });
      return { owners: new Map([[metaGroupId, ownerUserNo]]) };
    }
    case 'changeRights':
      return allowedRights(caller, change);
    case 'deleteUser':
      await allowedUserRemoval(caller, change.userNo);
      return { leavingUserNos: [change.userNo] };
    case 'deleteSubGroups':
      await allowedSubGroupRemoval(caller, change.subGroupIdList);
      return { deletedSubGroupIds: change.subGroupIdList };
    case 'deleteMetaGroup':
      // Checked before the group is read: other callers may not delete any meta group.
      requireRight(caller.user, 'metaGroup.delete', null);
      // Only a meta group without sub groups can be deleted, and it gives no user access to a cluster.
      await allowedMetaGroupRemoval(caller, change.metaGroupId);
      return {};
  }
}

async function allowedRights(
  caller: CallerContext,
  { userList, grantList, revokeList }: Change<'changeRights'>,
): Promise<RightsChange> {
  const planned = userList.length > 0 ? await allowedUserChanges(caller, userList) : [];
  const standings = new Map(
    planned.map(({ before, after: { role, status } }) => [before.userNo, { role, status }]),
  );
  const newRoles = new Map([...standings].map(([userNo, { role }]) => [userNo, role]));
  if (grantList.length > 0) await allowedGrants(caller, grantList, newRoles);
  for (const link of revokeList) await allowedRevocation(caller, link);
  return { standings, granted: grantList, revoked: revokeList };
}
