import { type DashKey, dashKey } from './dash.ts';

export const userStatuses = { normal: 1, suspended: 2, terminated: 3, restricted: 4 } as const;
export type UserStatusKey = `userStatus.${keyof typeof userStatuses}`;

const keys = new Map<number, UserStatusKey>([
  [userStatuses.normal, 'userStatus.normal'],
  [userStatuses.suspended, 'userStatus.suspended'],
  [userStatuses.terminated, 'userStatus.terminated'],
  [userStatuses.restricted, 'userStatus.restricted'],
]);

/** True: the user may see what the role sees, and may change nothing. */
export function isRestricted({ status }: { readonly status: number }): boolean {
  return status === userStatuses.restricted;
}

export function userStatusKey(status: number | null | undefined): UserStatusKey | DashKey {
  return keys.get(status ?? Number.NaN) ?? dashKey;
}
