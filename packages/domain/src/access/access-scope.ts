import type { Role, UserStatus } from '@gwanje/contract/fields';
import { mayHoldSession } from '../user-changes.ts';

/** How far a role sees: every sub group, those granted and those of meta groups owned, or those granted alone. */
export type AccessScope = 'everything' | 'grantedAndOwned' | 'granted';

const REACHES = { 1: 'everything', 3: 'grantedAndOwned', 2: 'granted' } as const satisfies Record<
  Role,
  AccessScope
>;

/** The conditions that the database checks by and the difference that a change makes both begin here. */
export function accessScopeOf(role: Role): AccessScope {
  return REACHES[role];
}

export interface Standing {
  readonly role: Role;
  readonly status: UserStatus;
}

/** Somebody who cannot sign in sees nothing, whatever the role. */
export function currentScopeOf({ role, status }: Standing): AccessScope | 'nothing' {
  return mayHoldSession(status) ? accessScopeOf(role) : 'nothing';
}
