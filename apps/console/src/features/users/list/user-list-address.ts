import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { RoleChoice, UserStatus } from '@gwanje/contract/definition/fields';
import type { listUsers } from '@gwanje/contract/users/users';
import type { AddressText } from '#core/navigation/use-address.ts';
import { standingOf } from '../form/user-form.ts';

const SEARCH_MAX = 200;

export type UserListConditions = Readonly<ReturnType<typeof userConditions>>;

/** Lenient: an invalid value is ignored. */
export function userConditions(search: AddressText) {
  return {
    search: (search.search ?? '').trim().slice(0, SEARCH_MAX),
    /** 10 for representative admins, 1 for the other total admins. */
    role: RoleChoice.safeParse(Number(search.role)).data ?? null,
    status: UserStatus.safeParse(Number(search.status)).data ?? null,
  };
}

/** Empty: no condition is set. */
export function userFilter({ search, role, status }: UserListConditions) {
  return {
    ...(search !== '' && { search }),
    ...(role !== null && filterOfRole(role)),
    ...(status !== null && { status }),
  } satisfies BodyIn<typeof listUsers>['filter'];
}

/** Only role 1 has two kinds. */
function filterOfRole(choice: RoleChoice) {
  const { role, isKeyUser } = standingOf(choice);
  return role === 1 ? { role, isKeyUser } : { role };
}
