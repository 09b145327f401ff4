import { recordAudit } from '@gwanje/backend/identity/audit';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { readSignOnRules } from '@gwanje/backend/identity/sign-on-rules';
import { signOnResult } from '@gwanje/domain/access/sign-on-rules';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { Site } from '../site.ts';
import { blockedReason, isAllowedNetwork, openSession, recordOwnAction, type Visit } from '../visit.ts';
import { accountFor, findAccount } from './accounts.ts';
import { newState } from './browser-binding.ts';
import { type Claims, ClaimText, type Identity, identityOf, valuesForRules } from './identity.ts';
import { consumePending, type PendingSignOn, savePending } from './pending.ts';
import { type OidcProvider, type ProviderAccess, ProviderUnavailable } from './provider.ts';

export const CALLBACK_PATH = '/oidc/callback';

export type RefusalReason =
  | 'unreachable'
  | 'cancelled'
  | 'expired'
  | 'refused'
  | 'noRole'
  | 'network'
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
  destination: Pick<PendingSignOn, 'returnUrl' | 'consoleBrowserHash' | 'isProof'>,
): Promise<URL> {
  const { configuration } = await provider.access();
  const pending: PendingSignOn = {
    state: newState(browserSecret),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    ...destination,
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
    ...(pending.isProof ? { prompt: 'login', max_age: '0' } : {}),
  });
}

/** Turns the provider's answer, which is in the URL, into a session. */
export async function finishSignOn(
  visit: Visit,
  provider: OidcProvider,
  url: URL,
  state: string,
): Promise<{ readonly token: string; readonly returnUrl: string }> {
  const pending = await consumePending(visit.db, state, visit.now);
  if (!pending) throw new SignOnRefused('expired');
  const access = await provider.access();
  const { subject, sid, idToken, claims, askedAt } = await redeem(access, url, pending);
  const identity = identityOf(access.issuer, subject, claims);
  const { returnUrl, consoleBrowserHash } = pending;
  const oidc = { issuer: access.issuer, sid, idToken };
  const provedAt = new Date(Math.min(askedAt.getTime(), visit.now.getTime()));
  const origin = { ...visit.origin, consoleBrowserHash, oidc, provedAt };
  return { token: await sessionFor(identity, claims, { ...visit, origin }), returnUrl };
}

/** The user may take this long from the provider's question to the end of the sign-on. */
const PROOF_AGE_S = 300;
/** A provider may open a session from its own without asking, so a sign-on alone proves nothing new. */
const NEVER = new Date(0);

async function redeem(access: ProviderAccess, url: URL, pending: PendingSignOn) {
  try {
    const { configuration } = access;
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: pending.codeVerifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
      // The provider must say when it asked the user.
      ...(pending.isProof ? { maxAge: PROOF_AGE_S } : {}),
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
      askedAt: idClaims.auth_time === undefined ? NEVER : new Date(idClaims.auth_time * 1000),
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

async function sessionFor(identity: Identity, claims: Claims, visit: Visit): Promise<string> {
  const { db, events } = visit;
  const { issuer, subject } = identity;
  const { rules } = await readSignOnRules(db);
  const values = valuesForRules(claims, rules);
  const granted = signOnResult(rules, values);
  if (granted.role === 'refuse') {
    const account = await findAccount(db, identity);
    await recordAudit(db, {
      actor: null,
      target: account && { kind: 'user', id: account.userNo },
      action: 'session.create',
      outcome: 'denied',
      detail: { method: 'oidc', reason: 'noRole', issuer, subject },
      address: visit.origin.address,
    });
    throw new SignOnRefused('noRole');
  }
  const result = await db.transaction().execute(async (trx) => {
    const account = await accountFor(trx, identity, { rules, values, result: granted }, visit);
    const { settings } = await readSecuritySettings(trx);
    const reason =
      blockedReason(account) ??
      (isAllowedNetwork(account, visit, settings) ? undefined : ('network' as const));
    if (reason) {
      const detail = { method: 'oidc', reason };
      await recordOwnAction(trx, visit, account, { action: 'session.create', outcome: 'denied', detail });
      return { reason };
    }
    // The provider's answer can be used once, so the user cannot be asked first.
    const opening = await openSession(trx, visit, account, 'oidc', true);
    if (opening.outcome !== 'opened') throw new SignOnRefused('refused');
    return { token: opening.token, account };
  });
  if (result.reason !== undefined) throw new SignOnRefused(result.reason);
  events.signedIn('oidc', result.account.userNo);
  return result.token;
}
