import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { Role } from '@gwanje/contract/definition/fields';
import { listUsers } from '@gwanje/contract/users/users';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';

export type FoundUser = Pick<
  ResponseOf<typeof listUsers>['list'][number],
  'userNo' | 'userId' | 'name' | 'role' | 'isKeyUser' | 'status'
>;

const SHOWN = 20;
const DEBOUNCE_MS = 200;
const FRESH_MS = 10_000;

export interface UserSearch {
  readonly users: readonly FoundUser[];
  readonly isSearching: boolean;
  readonly failed: boolean;
  /** There are more matches than the list shows. */
  readonly hasMore: boolean;
}

/** Active users with a fitting role. A list request filters by one role, so each role is one request. */
export function useUserSearch(text: string, roles: readonly Role[]): UserSearch {
  const [search] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const answers = useQueries({
    queries: roles.map((role) => ({
      ...apiQuery(
        listUsers,
        {
          params: { pageNo: 1, pageCnt: SHOWN },
          body: { filter: { search, role, status: 1 }, orderBy: ['name', 'userId'] },
        },
        { staleMs: FRESH_MS },
      ),
      placeholderData: keepPreviousData,
    })),
  });
  const found = answers.flatMap(({ data }) => data?.list ?? []);
  const totalCnt = answers.reduce((sum, { data }) => sum + (data?.totalCnt ?? 0), 0);
  return {
    users: found.slice(0, SHOWN),
    isSearching: search !== text.trim() || answers.some(({ isFetching }) => isFetching),
    failed: answers.some(({ isError }) => isError),
    hasMore: totalCnt > SHOWN,
  };
}
