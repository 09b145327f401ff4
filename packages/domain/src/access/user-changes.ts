import type { Role, UserStatus, YesNo } from '@gwanje/contract/definition/fields';
import { type Actor, isGroupAdmin, mayGrantRole, roleChoiceOf } from './permissions.ts';

export interface UserFacts {
  readonly userNo: number;
  readonly role: Role;
  readonly isKeyUser: YesNo;
  readonly status: UserStatus;
}

export interface UserChange {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly isKeyUser?: YesNo | undefined;
  readonly status?: UserStatus | undefined;
  readonly password?: string | undefined;
}

export type UserChangeVerdict = 'allowed' | 'noPermission' | 'keyUserNeedsRole1';

/** The role after the change; a representative admin who becomes another role is no longer a key user. */
export function roleAfter(user: UserFacts, change: UserChange): { role: Role; isKeyUser: YesNo } {
  const role = change.role ?? user.role;
  const isKeyUser = change.isKeyUser ?? (role === 1 ? user.isKeyUser : 'N');
  return { role, isKeyUser };
}

/**
 * An actor who changes a user must be able to grant that user's old and new role. Users cannot change their
 * own role, status or password here: another admin changes role and status, and the portal changes the
 * password.
 */
export function checkUserChange(actor: Actor, user: UserFacts, change: UserChange): UserChangeVerdict {
  const after = roleAfter(user, change);
  if (after.isKeyUser === 'Y' && after.role !== 1) return 'keyUserNeedsRole1';
  if (actor.userNo === user.userNo) {
    const changesStanding =
      after.role !== user.role ||
      after.isKeyUser !== user.isKeyUser ||
      (change.status !== undefined && change.status !== user.status) ||
      change.password !== undefined;
    return changesStanding ? 'noPermission' : 'allowed';
  }
  if (!isGroupAdmin(actor)) return 'noPermission';
  return mayGrantRole(actor, roleChoiceOf(user)) && mayGrantRole(actor, roleChoiceOf(after))
    ? 'allowed'
    : 'noPermission';
}

export function mayDeleteUser(actor: Actor, user: UserFacts): boolean {
  return actor.userNo !== user.userNo && mayGrantRole(actor, roleChoiceOf(user));
}

/** A key admin who can sign in. The last of them cannot be removed, demoted or suspended. */
export function isActiveKeyAdmin(user: UserFacts): boolean {
  return user.role === 1 && user.isKeyUser === 'Y' && user.status === 1;
}

/** Only status 1 (normal) and 4 (restricted: may read, not change) can hold a session. */
export function mayHoldSession(status: UserStatus): boolean {
  return status === 1 || status === 4;
}
