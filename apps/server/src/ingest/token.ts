import { createHash, randomBytes } from 'node:crypto';

const MARK = 'gwj_';
const SECRET_BYTES = 32;
const PREFIX_LENGTH = 12;
const TOKEN = /^gwj_[A-Za-z0-9_-]{43}$/;

export interface NewToken {
  /** Shown once, kept nowhere. */
  readonly token: string;
  readonly hash: Buffer;
  /** Tells one token from another; eight characters of 43 give nothing away. */
  readonly prefix: string;
}

export function newToken(): NewToken {
  const token = `${MARK}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, hash: hashOf(token), prefix: token.slice(0, PREFIX_LENGTH) };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token of an `Authorization: Bearer …`, if it looks like one of ours. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme, token, ...rest] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0) return undefined;
  return TOKEN.test(token) ? token : undefined;
}
