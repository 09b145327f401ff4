import type { StoredSelection } from '@gwanje/domain/access/group-selection';
import {
  decodeSelection,
  encodeSelection,
  groupCookieNames,
} from '@gwanje/domain/access/group-selection-cookie';
import { GROUP_COOKIE_SECONDS } from '@gwanje/domain/constants/cookies';
import { getCookie, removeCookie, setCookie, sharedCookieOptions } from '#core/browser/cookie.ts';

export function readGroupCookie(): StoredSelection | undefined {
  return decodeSelection(groupCookieNames.map(getCookie));
}

export function writeGroupCookie(selection: StoredSelection, domain: string | null): void {
  const options = sharedCookieOptions(window.location, domain);
  const values = encodeSelection(selection);
  groupCookieNames.forEach((name, index) => {
    const value = values[index];
    if (value === undefined) removeCookie(name, options);
    else setCookie(name, value, { ...options, lifetimeSeconds: GROUP_COOKIE_SECONDS });
  });
}

export function clearGroupCookie(domain: string | null): void {
  const options = sharedCookieOptions(window.location, domain);
  for (const name of groupCookieNames) removeCookie(name, options);
}
