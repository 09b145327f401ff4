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

/** The access preview refuses a change as the call that makes it would: it runs the same checks. */
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
