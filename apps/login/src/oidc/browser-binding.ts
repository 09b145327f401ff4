import { createHash, timingSafeEqual } from 'node:crypto';
import { newSecret } from '@gwanje/backend/identity/tokens';

const STATE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/**
 * A state that only the browser with the secret can return: a link with another user's sign-on is refused.
 */
export function newState(secret: string): string {
  const salt = newSecret();
  return `${salt}.${proof(salt, secret)}`;
}

export function isStateOf(state: unknown, secret: string | undefined): state is string {
  const match = typeof state === 'string' ? STATE.exec(state) : null;
  const [, salt, given] = match ?? [];
  if (salt === undefined || given === undefined || secret === undefined) return false;
  return timingSafeEqual(Buffer.from(proof(salt, secret)), Buffer.from(given));
}

function proof(salt: string, secret: string): string {
  return createHash('sha256').update(`${salt}.${secret}`).digest('base64url');
}
