import { recordAudit } from '@gwanje/backend/identity/audit';
import { createSession, endSession, type SessionOrigin } from '@gwanje/backend/identity/sessions';
import { noteLogin, toUser } from '@gwanje/backend/identity/users';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { ownActionFields } from '../own-action.ts';
import type { Site } from '../site.ts';
import { accountFor } from './accounts.ts';
import { newState } from './browser-binding.ts';
import { type Claims, ClaimText, type Identity, identityOf } from './identity.ts';
import { consumePending, type PendingSignOn, savePending } from './pending.ts';
import { type OidcProvider, type ProviderAccess, ProviderUnavailable } from './provider.ts';

export const CALLBACK_PATH = '/oidc/callback';

export type RefusalReason =
  | 'unreachable'
  | 'cancelled'
  | 'expired'
  | 'refused'
  | 'noRole'
  | 'suspended'
  | 'terminated';

export class SignOnRefused extends Error {
  override readonly name = 'SignOnRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`single sign-on: ${reason}`, options);
    this.reason = reason;
  }
}

/** Stores the sign-on and returns the provider's URL for the browser. */
export async function startSignOn(
  site: Site,
  provider: OidcProvider,
  browserSecret: string,
  returnUrl: string,
): Promise<URL> {
  const { configuration } = await provider.access();
  const pending: PendingSignOn = {
    state: newState(browserSecret),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    returnUrl,
  };
  await savePending(site.db, pending, site.now());
  return buildAuthorizationUrl(configuration, {
    response_type: 'code',
    redirect_uri: site.settings.loginUrl + CALLBACK_PATH,
    scope: provider.settings.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
  });
}

export interface SignOnAnswer {
  /** The full URL to which the provider sent the browser. */
  readonly url: URL;
  readonly state: string;
  readonly origin: SessionOrigin;
  readonly formerToken: string | undefined;
}

/** Turns the provider's answer into a session. */
export async function finishSignOn(
  site: Site,
  provider: OidcProvider,
  answer: SignOnAnswer,
): Promise<{ readonly token: string; readonly returnUrl: string }> {
  const pending = await consumePending(site.db, answer.state, site.now());
  if (!pending) throw new SignOnRefused('expired');
  const access = await provider.access();
  const proof = await redeem(access, answer.url, pending);
  const identity = identityOf(access.issuer, proof.subject, proof.claims, provider.settings);
  const token = await openSession(site, identity, proof, answer);
  return { token, returnUrl: pending.returnUrl };
}

type Proof = Awaited<ReturnType<typeof redeem>>;

async function redeem(access: ProviderAccess, url: URL, pending: PendingSignOn) {
  try {
    const { configuration } = access;
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: pending.codeVerifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    });
    const idClaims = tokens.claims();
    if (!idClaims || tokens.id_token === undefined) throw new SignOnRefused('refused');
    const userInfo = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, idClaims.sub)
      : {};
    return {
      subject: ClaimText.parse(idClaims.sub),
      sid: ClaimText.nullable().parse(idClaims.sid ?? null),
      idToken: tokens.id_token,
      // Signed claims override fetched ones.
      claims: { ...userInfo, ...idClaims } satisfies Claims,
    };
  } catch (cause) {
    throw toRefusal(cause);
  }
}

function toRefusal(cause: unknown): Error {
  if (cause instanceof SignOnRefused) return cause;
  if (cause instanceof AuthorizationResponseError) {
    return new SignOnRefused(cause.error === 'access_denied' ? 'cancelled' : 'refused', { cause });
  }
  return isNetworkFailure(cause)
    ? new ProviderUnavailable('the identity provider did not answer', { cause })
    : new SignOnRefused('refused', { cause });
}

function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isTimeout = 'code' in error && error.code === 'OAUTH_TIMEOUT';
  return (
    isTimeout ||
    (error instanceof TypeError && error.message === 'fetch failed') ||
    isNetworkFailure(error.cause)
  );
}

async function openSession(site: Site, identity: Identity, proof: Proof, answer: SignOnAnswer) {
  const { db, events } = site;
  const { address } = answer.origin;
  const now = site.now();
  if (identity.role === 'none') {
    await recordAudit(db, {
      actor: null,
      action: 'session.create',
      outcome: 'denied',
      detail: { method: 'oidc', reason: 'noRole', issuer: identity.issuer, subject: identity.subject },
      address,
    });
    throw new SignOnRefused('noRole');
  }
  const result = await db.transaction().execute(async (trx) => {
    const account = await accountFor(trx, identity, address, now);
    const { status } = toUser(account);
    const about = { ...ownActionFields(account, address), action: 'session.create' };
    if (!mayHoldSession(status)) {
      const reason: RefusalReason = status === 2 ? 'suspended' : 'terminated';
      await recordAudit(trx, { ...about, outcome: 'denied', detail: { method: 'oidc', reason } });
      return { reason };
    }
    if (!(await noteLogin(trx, account, now))) throw new SignOnRefused('refused');
    if (answer.formerToken !== undefined) await endSession(trx, answer.formerToken);
    await recordAudit(trx, { ...about, outcome: 'done', detail: { method: 'oidc' } });
    const oidc = { issuer: identity.issuer, sid: proof.sid, idToken: proof.idToken };
    return { token: await createSession(trx, account.userNo, { ...answer.origin, oidc }, now), account };
  });
  if (result.reason !== undefined) throw new SignOnRefused(result.reason);
  events.signedIn('oidc', result.account.userNo);
  return result.token;
}
