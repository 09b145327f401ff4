import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { BadLogoutToken, readLogoutToken } from './logout-token.ts';

const now = new Date('2026-03-02T09:00:00Z');
const nowS = now.getTime() / 1000;
const issuer = 'https://id.example.com';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ids = { jti: 'j1', sid: 'sid-1', sub: 'sub-1' };
const good = { ...ids, iss: issuer, aud: 'gwanje', iat: nowS, exp: nowS + 120, events: { [EVENT]: {} } };

/** undefined removes the claim. */
type Claims = Readonly<Record<string, unknown>>;

let sign: (claims: Claims, typ?: string) => Promise<string>;
let read: (token: string) => ReturnType<typeof readLogoutToken>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] });
  sign = (claims, typ) =>
    new SignJWT(present(claims))
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...(typ ? { typ } : {}) })
      .sign(privateKey);
  read = (token) => readLogoutToken(token, { issuer, clientId: 'gwanje', keys }, now);
});

function present(claims: Claims): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

describe('a logout token that is accepted', () => {
  const both = { jti: 'j1', sid: 'sid-1', subject: 'sub-1' };
  test.each([
    ['with sid and sub', good, both],
    ['with sid only', { ...good, sub: undefined }, { ...both, subject: undefined }],
    ['with sub only', { ...good, sid: undefined }, { ...both, sid: undefined }],
    ['without expiry', { ...good, exp: undefined }, both],
    ['for several audiences', { ...good, aud: ['other', 'gwanje'] }, both],
    ['issued half a minute in the future', { ...good, iat: nowS + 30 }, both],
  ])('%s', async (_how, claims, order) => expect(await read(await sign(claims))).toEqual(order));

  test.each(['logout+jwt', 'LOGOUT+JWT', 'application/logout+jwt', 'JWT'])('of type %s', async (typ) => {
    await expect(read(await sign(good, typ))).resolves.toMatchObject({ jti: 'j1' });
  });
});

describe('a logout token that is refused', () => {
  test.each<[string, Claims]>([
    ['of another issuer', { ...good, iss: 'https://evil.example' }],
    ['without issuer', { ...good, iss: undefined }],
    ['for another client', { ...good, aud: 'other' }],
    ['without an audience', { ...good, aud: undefined }],
    ['without events', { ...good, events: undefined }],
    ['with another event', { ...good, events: { 'http://example.com/other': {} } }],
    ['with an event that is not an object', { ...good, events: { [EVENT]: 'x' } }],
    ['with a nonce, which makes it an id token', { ...good, nonce: 'n' }],
    ['with an empty nonce', { ...good, nonce: '' }],
    ['without sid and sub', { ...good, sid: undefined, sub: undefined }],
    ['without jti', { ...good, jti: undefined }],
    ['with an empty jti', { ...good, jti: '' }],
    ['with a NUL in sid', { ...good, sid: 'a\u0000' }],
    ['without an issue time', { ...good, iat: undefined }],
    ['issued 15 minutes ago', { ...good, iat: nowS - 900, exp: nowS + 900 }],
    ['issued 5 minutes in the future', { ...good, iat: nowS + 300, exp: nowS + 900 }],
    ['that has expired', { ...good, exp: nowS - 61 }],
  ])('%s', async (_how, claims) => {
    await expect(read(await sign(claims))).rejects.toThrow(BadLogoutToken);
  });

  test('with the type of another kind of token', async () => {
    await expect(read(await sign(good, 'at+jwt'))).rejects.toThrow(BadLogoutToken);
  });

  test.each(['k1', 'k2'])("signed by another provider's key with the name %s", async (kid) => {
    const { privateKey } = await generateKeyPair('ES256');
    const token = await new SignJWT(good).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    await expect(read(token)).rejects.toThrow(BadLogoutToken);
  });
});
