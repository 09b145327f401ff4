import type { ChangeChecks } from './features/access-preview/allowed-change.ts';
import { allowedClusterChanges } from './features/clusters/cluster-changes.ts';
import {
  allowedMetaGroupChange,
  allowedMetaGroupRemoval,
  allowedSubGroupMove,
  allowedSubGroupRemoval,
} from './features/groups/group-changes.ts';
import { allowedGrants, allowedRevocation } from './features/groups/group-members.ts';
import { allowedUserChanges, allowedUserRemoval } from './features/users/user-changes.ts';

/** The access preview runs the same checks as the call that makes the change. */
export const changeChecks: ChangeChecks = {
  clusterChanges: allowedClusterChanges,
  metaGroupChange: allowedMetaGroupChange,
  metaGroupRemoval: allowedMetaGroupRemoval,
  subGroupMove: allowedSubGroupMove,
  subGroupRemoval: allowedSubGroupRemoval,
  grants: allowedGrants,
  revocation: allowedRevocation,
  userChanges: allowedUserChanges,
  userRemoval: allowedUserRemoval,
};
