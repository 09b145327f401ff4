import { parsePart } from '@gwanje/backend/http/parse';
import { hasSecondFactor, readFactors } from '@gwanje/backend/identity/factors/factors';
import { newPasskeyOptions, passkeyUseOptions } from '@gwanje/backend/identity/factors/passkeys';
import { proveIdentity } from '@gwanje/backend/identity/factors/proof';
import { isProofFresh } from '@gwanje/backend/identity/sessions';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { AppError, success } from '@gwanje/contract/definition/errors';
import { GivenProof } from '@gwanje/contract/users/proof';
import { FactorCode, NewPasskey, PASSKEY_NAME_MAX } from '@gwanje/contract/users/second-factor';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import {
  changePasskeyName,
  dropPasskey,
  dropTotp,
  type FactorOwner,
  finishPasskey,
  finishTotp,
  renewRecoveryCodes,
  startTotp,
} from '../factor/manage-factors.ts';
import { findPendingSignIn } from '../factor/pending-sign-in.ts';
import { signedInAs } from '../request/session-cookie.ts';
import type { Site } from '../site.ts';
import { type Visit, visitOf } from '../visit.ts';
import { PASSKEY_BODY_BYTES, requirePasskeySite } from './second-step.ts';
import { requireSession } from './session.ts';

const PasskeyName = z.string().trim().min(1).max(PASSKEY_NAME_MAX);
const CodeBody = z.strictObject({ code: FactorCode });
const PasskeyBody = z.strictObject({ passkey: NewPasskey, name: PasskeyName });
const NameBody = z.strictObject({ name: PasskeyName });
const PasskeyParams = z.strictObject({ passkeyId: z.coerce.number().int().positive() });

/** The user's own second factors. Every change needs a fresh proof of identity. */
export function factorRoutes(app: FastifyInstance, site: Site): void {
  const { db } = site;

  app.post('/api/proof/passkey-options', async (request) => {
    const { session } = await requireSession(site, request);
    const { now } = visitOf(site, request);
    const { account, tokenHash } = session;
    return success({
      options: await passkeyUseOptions(db, requirePasskeySite(site), account.userNo, tokenHash, now),
    });
  });

  app.post('/api/proof', { bodyLimit: PASSKEY_BODY_BYTES }, async (request) => {
    const { session } = await requireSession(site, request);
    const { origin, now } = visitOf(site, request);
    const given = parsePart(GivenProof, request.body);
    await proveIdentity(db, session, given, site.passkeySite, { address: origin.address, now });
    return success({});
  });

  app.post('/api/factors/totp', (request) =>
    change(request, async (owner, visit) => {
      const { secret, uri } = await startTotp(owner, visit);
      return { secret, uri, svg: renderSVG(uri, { border: 2, pixelSize: 4 }) };
    }),
  );

  app.post('/api/factors/totp/code', (request) =>
    change(request, (owner, visit) => finishTotp(owner, parsePart(CodeBody, request.body).code, visit)),
  );

  app.delete('/api/factors/totp', (request) => change(request, dropTotp));

  app.post('/api/factors/passkey-options', (request) =>
    change(request, async ({ account, boundTo }, { now }) => ({
      options: await newPasskeyOptions(db, requirePasskeySite(site), account, boundTo, now),
    })),
  );

  app.post('/api/factors/passkey', { bodyLimit: PASSKEY_BODY_BYTES }, (request) =>
    change(request, (owner, visit) => {
      const { passkey: response, name } = parsePart(PasskeyBody, request.body);
      return finishPasskey(owner, { response, name }, requirePasskeySite(site), visit);
    }),
  );

  app.post('/api/factors/passkey/:passkeyId', (request) =>
    change(request, async (owner, visit) => {
      const { passkeyId } = parsePart(PasskeyParams, request.params);
      return changePasskeyName(owner, passkeyId, parsePart(NameBody, request.body).name, visit);
    }),
  );

  app.delete('/api/factors/passkey/:passkeyId', (request) =>
    change(request, (owner, visit) =>
      dropPasskey(owner, parsePart(PasskeyParams, request.params).passkeyId, visit),
    ),
  );

  app.post('/api/factors/recovery-codes', (request) => change(request, renewRecoveryCodes));

  async function change(
    request: FastifyRequest,
    work: (owner: FactorOwner, visit: Visit) => Promise<unknown>,
  ) {
    const visit = visitOf(site, request);
    return success((await work(await ownerOf(request, visit), visit)) ?? {});
  }

  /** A signed-in user with a fresh proof, or a user who must enrol the first factor to sign in. */
  async function ownerOf(request: FastifyRequest, { origin, now }: Visit): Promise<FactorOwner> {
    const signedIn = await signedInAs(site, request);
    if (signedIn) {
      const { account, tokenHash } = signedIn.session;
      if (account.passwordHash === null) throw new AppError('noPermission', { reason: 'singleSignOn' });
      if (!isProofFresh(signedIn.session, now)) throw new AppError('proofNeeded');
      return { account, isPending: false, boundTo: tokenHash };
    }
    const pending = await findPendingSignIn(db, origin.browser, now);
    if (!pending || hasSecondFactor(await readFactors(db, pending.account.userNo)))
      throw new AppError('sessionFailed');
    return { account: pending.account, isPending: true, boundTo: hashToken(origin.browser) };
  }
}
