import type { LastSignOn } from '@gwanje/backend/identity/sign-on-rules';
import type { SubGroupId } from '@gwanje/contract/definition/fields';
import type { SignOnResult, SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import type { User } from '@gwanje/contract/users/users';
import { roleChoiceOf } from '@gwanje/domain/access/permissions';
import { membershipChange, signOnResult } from '@gwanje/domain/access/sign-on-rules';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';

export interface SignedOnUser {
  readonly user: User;
  readonly last: LastSignOn;
  readonly subGroupIds: readonly SubGroupId[];
}

/** What rules would change for a user at the next sign-on, if the provider sends the same group names. */
export interface SignOnChange {
  readonly user: User;
  readonly role: SignOnResult['role'];
  readonly added: readonly SubGroupId[];
  readonly removed: readonly SubGroupId[];
  readonly signedOnAt: Date;
}

/** Refusals come first. */
export function signOnChanges(rules: SignOnRules, users: readonly SignedOnUser[]): SignOnChange[] {
  const changes = users.flatMap(({ user, last, subGroupIds }) => {
    const result = signOnResult(rules, last.values);
    const { grantedByRules, signedOnAt } = last;
    const { added, removed } = membershipChange(rules, result, { subGroupIds, grantedByRules });
    const isChanged = changesRole(user, result.role) || added.length > 0 || removed.length > 0;
    return isChanged ? [{ user, role: result.role, added, removed, signedOnAt }] : [];
  });
  const isRefusal = ({ role }: SignOnChange) => role === 'refuse';
  return [...changes.filter(isRefusal), ...changes.filter((change) => !isRefusal(change))];
}

/** A user who is suspended anyway is not refused by rules. */
function changesRole(user: User, role: SignOnResult['role']): boolean {
  if (role === 'refuse') return mayHoldSession(user.status);
  return role !== 'keep' && role !== roleChoiceOf(user);
}

/** Whether an admin who signs on with the rules could still change them afterwards. */
export function keepsOwnRights(user: Pick<User, 'role' | 'isKeyUser'>, { role }: SignOnResult): boolean {
  if (role === 'keep' || role === 10) return true;
  return role === 1 && roleChoiceOf(user) !== 10;
}
