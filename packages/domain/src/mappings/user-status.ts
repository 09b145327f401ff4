import { labelKey } from './label-key.ts';

export const userStatuses = { normal: 1, suspended: 2, terminated: 3, restricted: 4 } as const;

/** True: the user may read everything that the role may read, and may not change anything. */
export function isRestricted({ status }: { readonly status: number }): boolean {
  return status === userStatuses.restricted;
}

export function userStatusKey(status: number | null | undefined) {
  return labelKey('userStatus', userStatuses, status);
}
