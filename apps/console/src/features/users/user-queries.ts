import { getUser, listUsers } from '@gwanje/contract/users/users';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';

/** Never cached: an edit must start from the current version. */
export function userQuery(userNo: number) {
  return apiQuery(getUser, { params: { userNo } }, { staleMs: 0 });
}

/** Reloads the shown users after a change. */
export async function invalidateUsers(): Promise<void> {
  await invalidate([listUsers, getUser]);
}
