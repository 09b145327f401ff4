import type { Role, UserStatus } from '@gwanje/contract/definition/fields';
import { mayHoldSession } from './user-changes.ts';

/**
 * The sub groups that a role sees: all, granted sub groups and those of owned meta groups, or only granted
 * ones.
 */
export type AccessScope = 'everything' | 'grantedAndOwned' | 'granted';

const REACHES = { 1: 'everything', 3: 'grantedAndOwned', 2: 'granted' } as const satisfies Record<
  Role,
  AccessScope
>;

/** Both the database conditions and the access difference of a change use this. */
export function accessScopeOf(role: Role): AccessScope {
  return REACHES[role];
}

export interface Standing {
  readonly role: Role;
  readonly status: UserStatus;
}

/** A user who cannot sign in sees nothing, whatever the role. */
export function currentScopeOf({ role, status }: Standing): AccessScope | 'nothing' {
  return mayHoldSession(status) ? accessScopeOf(role) : 'nothing';
}
