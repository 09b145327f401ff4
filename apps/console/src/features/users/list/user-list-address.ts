import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { RoleChoice, UserStatus } from '@gwanje/contract/definition/fields';
import type { listUsers } from '@gwanje/contract/users/users';
import type { Sort } from '@gwanje/ui/data-table';
import { type ListPage, pageFromAddress, sortFromAddress } from '#components/table/page-address.ts';
import type { AddressText } from '#core/navigation/use-address.ts';
import { standingOf } from '../form/user-form.ts';

export const USER_SORT_KEYS = ['userId', 'name', 'role', 'status', 'lastLoginAt', 'createdAt'] as const;
type SortKey = (typeof USER_SORT_KEYS)[number];
const SEARCH_MAX = 200;

export interface UserListConditions {
  readonly search: string;
  /** 10 for representative admins, 1 for the other total admins. */
  readonly role: RoleChoice | null;
  readonly status: UserStatus | null;
  readonly sort: readonly Sort[];
  readonly page: ListPage;
}

/** Lenient: an invalid value is ignored. */
export function userConditions(search: AddressText): UserListConditions {
  return {
    search: (search.search ?? '').slice(0, SEARCH_MAX),
    role: RoleChoice.safeParse(Number(search.role)).data ?? null,
    status: UserStatus.safeParse(Number(search.status)).data ?? null,
    sort: sortFromAddress(search, USER_SORT_KEYS),
    page: pageFromAddress(search),
  };
}

export function isFiltered({ search, role, status }: UserListConditions): boolean {
  return search.trim() !== '' || role !== null || status !== null;
}

export function userListBody(conditions: Omit<UserListConditions, 'page'>): BodyIn<typeof listUsers> {
  const { search, role, status, sort } = conditions;
  return {
    filter: {
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(role !== null && filterOfRole(role)),
      ...(status !== null && { status }),
    },
    orderBy: sort.flatMap(({ id, descending }) => {
      const key = USER_SORT_KEYS.find((candidate) => candidate === id);
      return key ? [orderKey(key, descending)] : [];
    }),
  };
}

function orderKey(key: SortKey, descending: boolean): SortKey | `-${SortKey}` {
  return descending ? `-${key}` : key;
}

/** Only role 1 has two kinds. */
function filterOfRole(choice: RoleChoice) {
  const { role, isKeyUser } = standingOf(choice);
  return role === 1 ? { role, isKeyUser } : { role };
}
