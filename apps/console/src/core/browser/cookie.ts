import { DEFAULT_COOKIE_SECONDS, isReservedCookieName } from '@gwanje/domain/constants/cookies';
import { isLocalhost } from '@gwanje/domain/formats/localhost';

export interface CookieOptions {
  /** One day by default. */
  readonly lifetimeSeconds?: number;
  readonly domain?: string | null;
  readonly sameSite?: 'Lax' | 'Strict' | 'None';
  readonly secure?: boolean;
}

export class ReservedCookieName extends Error {
  override readonly name = 'ReservedCookieName';

  constructor(cookieName: string) {
    super(`'${cookieName}' is the name of a cookie attribute`);
  }
}

export function setCookie(name: string, value: string, options: CookieOptions = {}): void {
  refuseReservedName(name);
  const parts = [
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    'path=/',
    `max-age=${options.lifetimeSeconds ?? DEFAULT_COOKIE_SECONDS}`,
    `SameSite=${options.sameSite ?? 'Lax'}`,
  ];
  if (options.domain) parts.push(`domain=${options.domain}`);
  if (options.secure) parts.push('secure');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent over plain HTTP
  document.cookie = parts.join('; ');
}

export function getCookie(name: string): string | undefined {
  refuseReservedName(name);
  const start = `${encodeURIComponent(name)}=`;
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(start));
  return pair === undefined ? undefined : decode(pair.slice(start.length));
}

/** Domain and path must be the same as in `setCookie`, or the browser keeps the cookie. */
export function removeCookie(name: string, options: CookieOptions = {}): void {
  setCookie(name, '', { ...options, lifetimeSeconds: 0 });
}

/**
 * For cookies that the login site and the portal read too. Browsers accept SameSite=None only with Secure, and Secure only
 * over HTTPS or on localhost; elsewhere the cookie is Lax.
 */
export function sharedCookieOptions(
  site: { readonly protocol: string; readonly hostname: string },
  domain: string | null,
): CookieOptions {
  const isSecure = site.protocol === 'https:' || isLocalhost(site.hostname);
  return isSecure ? { domain, sameSite: 'None', secure: true } : { domain, sameSite: 'Lax', secure: false };
}

function refuseReservedName(name: string): void {
  if (isReservedCookieName(name)) throw new ReservedCookieName(name);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
