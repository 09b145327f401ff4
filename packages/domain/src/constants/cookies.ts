const DAY_SECONDS = 24 * 60 * 60;

export const DEFAULT_COOKIE_SECONDS = DAY_SECONDS;
export const GROUP_COOKIE_SECONDS = 365 * DAY_SECONDS;

/** Names of cookie attributes. No cookie may have one of these names. */
export const reservedCookieNames = ['expires', 'max-age', 'path', 'domain', 'secure', 'SameSite'] as const;

/** Browsers ignore the case of attribute names, so the names are refused in any case. */
export function isReservedCookieName(name: string): boolean {
  return reservedCookieNames.some((reserved) => reserved.toLowerCase() === name.trim().toLowerCase());
}
