import type { Role, UserStatus } from '@gwanje/contract/fields';
import { mayHoldSession } from '../user-changes.ts';

/** How far a role sees: every sub group, those granted and those of meta groups owned, or those granted alone. */
export type Reach = 'everything' | 'grantedAndOwned' | 'granted';

const REACHES = { 1: 'everything', 3: 'grantedAndOwned', 2: 'granted' } as const satisfies Record<
  Role,
  Reach
>;

/** The conditions that the database checks by and the difference that a change makes both begin here. */
export function reachOf(role: Role): Reach {
  return REACHES[role];
}

export interface Standing {
  readonly role: Role;
  readonly status: UserStatus;
}

/** Somebody who cannot sign in sees nothing, whatever the role. */
export function presentReachOf({ role, status }: Standing): Reach | 'nothing' {
  return mayHoldSession(status) ? reachOf(role) : 'nothing';
}
