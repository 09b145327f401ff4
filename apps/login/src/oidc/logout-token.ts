import { createHash } from 'node:crypto';
import type { Database } from '@gwanje/backend/database/schema';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ClaimText } from './identity.ts';
import { ProviderUnavailable } from './provider.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MAX_AGE_S = 600;
const CLOCK_TOLERANCE_S = 60;
/** Signed with the provider's private key. A shared secret or no signature does not prove the provider. */
const ALGORITHMS = [
  ...['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`)),
  'EdDSA',
  'Ed25519',
];

const UNFETCHED = new Set([errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]);

export class BadLogoutToken extends Error {
  override readonly name = 'BadLogoutToken';
}

const LogoutClaims = z.object({
  jti: ClaimText,
  sid: ClaimText.optional(),
  sub: ClaimText.optional(),
  events: z.looseObject({ [LOGOUT_EVENT]: z.looseObject({}) }),
  nonce: z.never().optional(),
});

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
export async function readLogoutToken(
  token: string,
  expected: { readonly issuer: string; readonly clientId: string; readonly keys: JWTVerifyGetKey },
  now: Date,
) {
  const { payload, protectedHeader } = await jwtVerify(token, expected.keys, {
    issuer: expected.issuer,
    audience: expected.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: MAX_AGE_S,
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: now,
  }).catch((error: unknown) => {
    // Keys that cannot be fetched do not make the token invalid. A failed fetch is a generic error.
    const isAboutToken = error instanceof errors.JOSEError && !UNFETCHED.has(error.code);
    if (isAboutToken) throw new BadLogoutToken(error.code, { cause: error });
    throw new ProviderUnavailable('the keys of the identity provider cannot be fetched', { cause: error });
  });
  const { typ } = protectedHeader;
  if (typ !== undefined && !/^(application\/)?(logout\+)?jwt$/i.test(typ)) throw new BadLogoutToken('typ');
  const claims = LogoutClaims.safeParse(payload);
  if (!claims.success) throw new BadLogoutToken('claims', { cause: claims.error });
  const { jti, sid, sub } = claims.data;
  if (sid === undefined && sub === undefined) throw new BadLogoutToken('neither sid nor sub');
  return { jti, sid, subject: sub };
}

/** True the first time. A token is stored for as long as it would be accepted. */
export async function isFirstUse(
  db: Kysely<Database>,
  issuer: string,
  jti: string,
  now: Date,
): Promise<boolean> {
  // Another provider may use the same jti, and its length is not limited.
  const key = createHash('sha256')
    .update(JSON.stringify([issuer, jti]))
    .digest('base64url');
  const expiresAt = new Date(now.getTime() + (MAX_AGE_S + 2 * CLOCK_TOLERANCE_S) * 1000);
  const row = await db
    .insertInto('oidcLogoutToken')
    .values({ jti: key, expiresAt })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .returning('jti')
    .executeTakeFirst();
  return row !== undefined;
}
