import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const BROWSER_COOKIE = 'gwanje_oidc';

const SECRET = /^[A-Za-z0-9_-]{43}$/;
const STATE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

function random(): string {
  return randomBytes(32).toString('base64url');
}

/** Tabs share the browser's secret, so that starting in one does not break the other. */
export function browserSecret(cookie: string | undefined): string {
  return cookie !== undefined && SECRET.test(cookie) ? cookie : random();
}

/**
 * A state that only the browser with the secret can return: a link with another user's sign-on is refused.
 */
export function newState(secret: string): string {
  const salt = random();
  return `${salt}.${proof(salt, secret)}`;
}

export function isStateOf(state: unknown, secret: string | undefined): state is string {
  const match = typeof state === 'string' ? STATE.exec(state) : null;
  const [, salt, given] = match ?? [];
  if (salt === undefined || given === undefined || secret === undefined || !SECRET.test(secret)) return false;
  return timingSafeEqual(Buffer.from(proof(salt, secret)), Buffer.from(given));
}

function proof(salt: string, secret: string): string {
  return createHash('sha256').update(`${salt}.${secret}`).digest('base64url');
}
