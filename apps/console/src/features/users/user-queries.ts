import { getUser, listUsers } from '@gwanje/contract/users/users';
import { apiKey, apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';

/** Never cached: an edit must start from the current version. */
export function userQuery(userNo: number) {
  return apiQuery(getUser, { params: { userNo } }, { staleMs: 0 });
}

/** Called after a change of any user. */
export async function invalidateUsers(): Promise<void> {
  await Promise.all(
    [listUsers, getUser].map((endpoint) => queryClient.invalidateQueries({ queryKey: apiKey(endpoint) })),
  );
}
