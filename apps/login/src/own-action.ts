import type { UserRow } from '@gwanje/backend/identity/users';

/** The fields of an audit record about an action of a user on their own account. */
export function ownActionFields(account: Pick<UserRow, 'userNo' | 'userId'>, address: string) {
  return { actor: account, target: { kind: 'user', id: account.userNo }, address };
}
