import { parsePart } from '@gwanje/backend/http/parse';
import { setCookie } from '@gwanje/backend/http/site-cookies';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { endAllSessionsOfUser, endOwnSession } from '@gwanje/backend/identity/sessions';
import { AppError, success } from '@gwanje/contract/definition/errors';
import { PASSWORD_MAX } from '@gwanje/contract/users/users';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { changePassword, ownerOfLink, setPasswordByLink } from '../password/change-password.ts';
import { signIn } from '../password/sign-in.ts';
import {
  clearSessionCookie,
  type SignedIn,
  setSessionCookie,
  signedInAs,
} from '../request/session-cookie.ts';
import type { Site } from '../site.ts';
import { logOut, recordOwnAction, visitOf } from '../visit.ts';

const GivenPassword = z.string().min(1).max(PASSWORD_MAX);
const SignInBody = z.strictObject({
  userId: z.string().trim().toLowerCase().min(1).max(64),
  password: GivenPassword,
  endsOthers: z.boolean().default(false),
});
const PasswordBody = z.strictObject({
  currentPassword: GivenPassword,
  // The length is checked with the other password rules, which have their own messages.
  newPassword: z.string().max(10_000),
});
const SessionParams = z.strictObject({
  session: z.union([z.literal('others'), z.string().regex(/^[0-9a-f]{64}$/)]),
});

export function sessionRoutes(app: FastifyInstance, site: Site): void {
  const { db, events, cookies } = site;

  app.post('/api/session', async (request, reply) => {
    const credentials = parsePart(SignInBody, request.body);
    const visit = visitOf(site, request);
    const result = await signIn(credentials, visit);
    if ('next' in result) {
      // The password counts for this browser alone.
      setCookie(reply, cookies.browser, visit.origin.browser);
      return success(result);
    }
    setSessionCookie(reply, cookies, result.token, visit.origin.browser);
    return success({ user: result.user });
  });

  app.delete('/api/session', async (request, reply) => {
    await logOut(await requireSession(site, request), visitOf(site, request));
    clearSessionCookie(reply, cookies);
    return success({});
  });

  app.delete('/api/session/:session', async (request) => {
    const { token, session } = await requireSession(site, request);
    const { session: ended } = parsePart(SessionParams, request.params);
    const { account } = session;
    await db.transaction().execute(async (trx) => {
      if (ended === 'others') await endAllSessionsOfUser(trx, account.userNo, token);
      else if (!(await endOwnSession(trx, account.userNo, Buffer.from(ended, 'hex')))) {
        throw new AppError('notFound');
      }
      const detail = { which: ended === 'others' ? 'others' : 'one' };
      await recordOwnAction(trx, visitOf(site, request), account, { action: 'session.end', detail });
    });
    events.loggedOut('user', account.userNo);
    return success({});
  });

  app.post('/api/password', async (request, reply) => {
    const { session } = await requireSession(site, request);
    const change = parsePart(PasswordBody, request.body);
    const visit = visitOf(site, request);
    const token = await changePassword(change, session, visit);
    setSessionCookie(reply, cookies, token, visit.origin.browser);
    return success({});
  });
}

export async function requireSession(site: Site, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = await signedInAs(site, request);
  if (!signedIn) throw new AppError('sessionFailed');
  return signedIn;
}

const Token = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/);
const CheckBody = z.strictObject({ token: Token });
const LinkPasswordBody = z.strictObject({ token: Token, newPassword: z.string().max(10_000) });

/** One-time links use POST requests, so that the secret is in no URL and no log. */
export function linkRoutes(app: FastifyInstance, site: Site): void {
  app.post('/api/link', async (request) => {
    const { token } = parsePart(CheckBody, request.body);
    const { account, kind } = await ownerOfLink(token, visitOf(site, request));
    const { passwordMinLength } = (await readSecuritySettings(site.db)).settings;
    return success({ userId: account.userId, name: account.name, kind, passwordMinLength });
  });

  app.post('/api/link/password', async (request, reply) => {
    const visit = visitOf(site, request);
    await setPasswordByLink(parsePart(LinkPasswordBody, request.body), visit);
    setCookie(reply, site.cookies.browser, visit.origin.browser);
    return success({});
  });
}
