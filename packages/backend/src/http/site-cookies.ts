import { AppError } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE, WALLBOARD_COOKIE } from '@gwanje/contract/users/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, isSecret } from '../identity/tokens.ts';

const BROWSER_COOKIE = 'gwanje_browser';
/** The longest time that browsers allow. */
export const LONGEST_COOKIE_S = 400 * 24 * 60 * 60;

interface CookieSettings {
  readonly isSecure: boolean;
  readonly cookieDomain: string | undefined;
}

/**
 * The cookies that identify a browser. Any host of the parent domain can set a cookie for all others. Browsers accept a
 * cookie named `__Host-…` only from the host itself, and one named `__Secure-…` only over HTTPS.
 */
export function siteCookies({ isSecure, cookieDomain }: CookieSettings) {
  const isShared = cookieDomain !== undefined;
  const ofHost = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const host = isSecure ? '__Host-' : '';
  const shared = isSecure ? '__Secure-' : '';
  return {
    /** The session cookie is shared with other hosts, so a session must also belong to the browser. */
    isShared,
    /** It ends with the browser. The database limits the lifetime of the session. */
    session: {
      name: `${isShared ? shared : host}${SESSION_COOKIE}`,
      options: isShared ? { ...ofHost, domain: cookieDomain } : ofHost,
    },
    /** A secret of this browser at this host. */
    browser: { name: `${host}${BROWSER_COOKIE}`, options: { ...ofHost, maxAge: LONGEST_COOKIE_S } },
    wallboard: { name: `${host}${WALLBOARD_COOKIE}`, options: { ...ofHost, maxAge: LONGEST_COOKIE_S } },
  };
}
export type SiteCookies = ReturnType<typeof siteCookies>;

/** The value of the session or browser cookie, if it has the form of a secret. */
export function secretIn(request: FastifyRequest, { name }: SiteCookies['session']): string | undefined {
  const value = request.cookies[name] ?? '';
  return isSecret(value) ? value : undefined;
}

/** Whether the request comes from the browser to which the session belongs at this host. */
export function isOfBrowser(
  request: FastifyRequest,
  cookies: SiteCookies,
  browserHash: Buffer | null,
): boolean {
  if (!cookies.isShared) return true;
  const secret = secretIn(request, cookies.browser);
  return secret !== undefined && browserHash?.equals(hashToken(secret)) === true;
}

/**
 * Refuses a request with two cookies of one name: another host of the parent domain has set one of them, and nothing shows
 * which. The answer deletes them all, so that the user can sign in again.
 */
export function refuseDuplicateCookies(app: FastifyInstance, cookies: SiteCookies, ownUrl: string): void {
  const names = [cookies.session.name, cookies.browser.name, cookies.wallboard.name];
  const domains = [{}, ...parentDomains(new URL(ownUrl).hostname).map((domain) => ({ domain }))];
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isFile) return;
    const duplicate = duplicateIn(request.headers.cookie ?? '', names);
    if (duplicate === undefined) return;
    for (const domain of domains)
      for (const path of pathsTo(request.url))
        reply.clearCookie(duplicate, { path, secure: cookies.session.options.secure, ...domain });
    throw new AppError('sessionFailed', { reason: 'duplicateCookie' });
  });
}

function duplicateIn(header: string, names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const pair of header.split(';')) {
    const name = pair.slice(0, Math.max(0, pair.indexOf('='))).trim();
    if (!names.includes(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** `a.b.example.com` has cookies of itself, `b.example.com` and `example.com`. */
function parentDomains(hostname: string): string[] {
  const labels = hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$/.test(hostname)) return [];
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
}

/** The cookie paths that match the address. */
function pathsTo(url: string): string[] {
  const parts = (url.split('?', 1)[0] ?? '').split('/').filter((part) => part !== '');
  const paths = parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`);
  return ['/', ...paths.flatMap((path) => [path, `${path}/`])].slice(0, MAX_PATHS);
}
const MAX_PATHS = 20;

export function setCookie(
  reply: FastifyReply,
  { name, options }: SiteCookies[keyof Omit<SiteCookies, 'isShared'>],
  value: string,
): void {
  reply.setCookie(name, value, options);
}
