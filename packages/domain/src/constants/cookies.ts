const DAY_SECONDS = 24 * 60 * 60;

export const DEFAULT_COOKIE_SECONDS = DAY_SECONDS;
export const GROUP_COOKIE_SECONDS = 365 * DAY_SECONDS;

/** Attributes of a cookie, which no cookie may be named after. */
export const reservedCookieNames = ['expires', 'max-age', 'path', 'domain', 'secure', 'SameSite'] as const;

/** Browsers read attribute names without regard to case, so the names are refused in any. */
export function isReservedCookieName(name: string): boolean {
  return reservedCookieNames.some((reserved) => reserved.toLowerCase() === name.trim().toLowerCase());
}
