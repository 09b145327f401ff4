import { parsePart } from '@gwanje/backend/http/parse';
import { setCookie } from '@gwanje/backend/http/site-cookies';
import type { PasskeySite } from '@gwanje/backend/identity/factors/passkey-site';
import { passkeyUseOptions } from '@gwanje/backend/identity/factors/passkeys';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { AppError, success } from '@gwanje/contract/definition/errors';
import { FactorCode, PasskeySignature } from '@gwanje/contract/users/second-factor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findPendingSignIn } from '../factor/pending-sign-in.ts';
import { signInAfterEnrolment, signInWithCode, signInWithPasskey } from '../password/second-step.ts';
import type { OpenedSession } from '../password/sign-in.ts';
import { setSessionCookie } from '../request/session-cookie.ts';
import type { Site } from '../site.ts';
import { type Visit, visitOf } from '../visit.ts';

/** A browser sends a passkey with its certificates and keys. */
export const PASSKEY_BODY_BYTES = 32 * 1024;

const endsOthers = z.boolean().default(false);
const CodeBody = z.strictObject({ code: FactorCode, endsOthers });
const PasskeyBody = z.strictObject({ passkey: PasskeySignature, endsOthers });
const EnrolledBody = z.strictObject({ endsOthers });

/** Sign-ins by the second factor, or by a passkey alone. */
export function secondStepRoutes(app: FastifyInstance, site: Site): void {
  const { db, cookies } = site;

  app.post('/api/session/code', async (request, reply) => {
    const given = parsePart(CodeBody, request.body);
    return opened(request, reply, (visit) => signInWithCode(given, visit));
  });

  app.post('/api/session/enrolled', async (request, reply) => {
    const given = parsePart(EnrolledBody, request.body);
    return opened(request, reply, (visit) => signInAfterEnrolment(given, visit));
  });

  app.post('/api/session/passkey-options', async (request, reply) => {
    const passkeySite = requirePasskeySite(site);
    const { origin, now } = visitOf(site, request);
    const pending = await findPendingSignIn(db, origin.browser, now);
    setCookie(reply, cookies.browser, origin.browser);
    const boundTo = hashToken(origin.browser);
    return success({
      options: await passkeyUseOptions(db, passkeySite, pending?.account.userNo, boundTo, now),
    });
  });

  app.post('/api/session/passkey', { bodyLimit: PASSKEY_BODY_BYTES }, async (request, reply) => {
    const given = parsePart(PasskeyBody, request.body);
    const passkeySite = requirePasskeySite(site);
    return opened(request, reply, (visit) => signInWithPasskey(given, passkeySite, visit));
  });

  async function opened(
    request: FastifyRequest,
    reply: FastifyReply,
    open: (visit: Visit) => Promise<OpenedSession>,
  ) {
    const visit = visitOf(site, request);
    const { token, user } = await open(visit);
    setSessionCookie(reply, cookies, token, visit.origin.browser);
    return success({ user });
  }
}

export function requirePasskeySite({ passkeySite }: Pick<Site, 'passkeySite'>): PasskeySite {
  if (!passkeySite) throw new AppError('noPermission', { reason: 'noPasskeys' });
  return passkeySite;
}
