import { isAllowedAddress } from '@gwanje/backend/http/networks';
import { isOfBrowser, type SiteCookies, secretIn, setCookie } from '@gwanje/backend/http/site-cookies';
import { findSession, type LiveSession } from '@gwanje/backend/identity/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../site.ts';

export interface SignedIn {
  readonly token: string;
  readonly session: LiveSession;
}

export async function signedInAs(
  { db, cookies, now }: Pick<Site, 'db' | 'cookies' | 'now'>,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const token = secretIn(request, cookies.session);
  const session = token === undefined ? null : await findSession(db, token, now());
  if (token === undefined || !session || !isOfBrowser(request, cookies, session.loginBrowserHash))
    return null;
  if (!isAllowedAddress(request.ip, session.networks)) return null;
  return { token, session };
}

/** `browser`: the secret of the browser to which the session belongs. */
export function setSessionCookie(
  reply: FastifyReply,
  cookies: SiteCookies,
  token: string,
  browser: string,
): void {
  setCookie(reply, cookies.session, token);
  setCookie(reply, cookies.browser, browser);
}

export function clearSessionCookie(reply: FastifyReply, { session }: SiteCookies): void {
  reply.clearCookie(session.name, session.options);
}
