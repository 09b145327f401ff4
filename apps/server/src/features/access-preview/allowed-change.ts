import type { SightChange } from '@gwanje/contract/sight';
import type { RightsChange } from '@gwanje/domain/sight/rights';
import { requireRight } from '../../access/targets.ts';
import type { Asking } from '../../platform/http/call.ts';
import { allowedClusterChanges } from '../clusters/cluster-changes.ts';
import {
  allowedMetaGroupChange,
  allowedMetaGroupRemoval,
  allowedSubGroupMove,
  allowedSubGroupRemoval,
} from '../groups/group-changes.ts';
import { allowedGrants, allowedRevocation } from '../groups/group-members.ts';
import { allowedUserChanges, allowedUserRemoval } from '../users/user-changes.ts';

/** What a change does to rights, told to whoever may make it; anybody else is refused as by the change itself. */
export async function allowedChange(asking: Asking, change: SightChange): Promise<RightsChange> {
  switch (change.kind) {
    case 'moveSubGroups': {
      const moving = await allowedSubGroupMove(asking, change);
      return {
        movedSubGroups: new Map(moving.map(({ subGroupId }) => [subGroupId, change.metaGroupId])),
      };
    }
    case 'moveClusters': {
      const plans = await allowedClusterChanges(asking, change.clusterList);
      return { movedClusters: new Map(plans.map(({ before, after }) => [before.hostId, after.subGroupId])) };
    }
    case 'setOwner': {
      const { metaGroupId, ownerUserNo } = change;
      await allowedMetaGroupChange(asking, { metaGroupId, ownerUserNo });
      return { owners: new Map([[metaGroupId, ownerUserNo]]) };
    }
    case 'changeRights':
      return allowedRights(asking, change);
    case 'deleteUser':
      await allowedUserRemoval(asking, change.userNo);
      return { leavingUserNos: [change.userNo] };
    case 'deleteSubGroups':
      await allowedSubGroupRemoval(asking, change.subGroupIdList);
      return { deletedSubGroupIds: change.subGroupIdList };
    case 'deleteMetaGroup':
      // Before the group is looked for: for everybody else the call to delete one is not there at all.
      requireRight(asking.user, 'metaGroup.delete', null);
      // Only one without sub groups can be deleted, and through that one nobody sees anything.
      await allowedMetaGroupRemoval(asking, change.metaGroupId);
      return {};
  }
}

async function allowedRights(
  asking: Asking,
  { userList, grantList, revokeList }: Extract<SightChange, { kind: 'changeRights' }>,
): Promise<RightsChange> {
  const planned = userList.length > 0 ? await allowedUserChanges(asking, userList) : [];
  const standings = new Map(
    planned.map(({ before, after: { role, status } }) => [before.userNo, { role, status }]),
  );
  const newRoles = new Map([...standings].map(([userNo, { role }]) => [userNo, role]));
  if (grantList.length > 0) await allowedGrants(asking, grantList, newRoles);
  for (const link of revokeList) await allowedRevocation(asking, link);
  return { standings, granted: grantList, revoked: revokeList };
}
