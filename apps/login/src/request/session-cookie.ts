import type { Database } from '@gwanje/backend/database/schema';
import { findSession, type LiveSession } from '@gwanje/backend/identity/sessions';
import { isSecret } from '@gwanje/backend/identity/tokens';
import { SESSION_COOKIE } from '@gwanje/contract/users/login';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { LoginSettings } from '../config.ts';

export interface SignedIn {
  readonly token: string;
  readonly session: LiveSession;
}

export function sessionToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[SESSION_COOKIE] ?? '';
  return isSecret(token) ? token : undefined;
}

export async function signedInAs(
  db: Kysely<Database>,
  request: FastifyRequest,
  now: Date,
): Promise<SignedIn | null> {
  const token = sessionToken(request);
  const session = token === undefined ? null : await findSession(db, token, now);
  return token !== undefined && session ? { token, session } : null;
}

/** A session cookie: it ends with the browser. The database limits the lifetime of the session. */
export function setSessionCookie(reply: FastifyReply, settings: LoginSettings, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, cookieOptions(settings));
}

export function clearSessionCookie(reply: FastifyReply, settings: LoginSettings): void {
  reply.clearCookie(SESSION_COOKIE, cookieOptions(settings));
}

function cookieOptions(settings: LoginSettings) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.isSecure,
    ...(settings.cookieDomain === undefined ? {} : { domain: settings.cookieDomain }),
  } as const;
}
