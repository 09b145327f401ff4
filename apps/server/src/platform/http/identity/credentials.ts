import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { ADDRESS_RULE, addressKey, beginAttempt } from '@gwanje/backend/identity/login-throttle';
import { tokenKind } from '@gwanje/backend/identity/tokens';
import { AppError } from '@gwanje/contract/definition/errors';

export const accessTokens = tokenKind('gwa');
/** Keys in wallboard links; each link is shown once. */
export const wallboardKeys = tokenKind('gww');

/** The access token in the header, or null. */
export function accessTokenIn(authorization: string): string | null {
  const [scheme, token = '', ...rest] = authorization.split(' ');
  const isWellFormed = scheme?.toLowerCase() === 'bearer' && rest.length === 0 && accessTokens.isOne(token);
  return isWellFormed ? token : null;
}

/** Tokens cannot be guessed, but repeated attempts are throttled, as with passwords. */
export async function refuseToken(db: Db, address: string, now: Date): Promise<never> {
  const attempt = await beginAttempt(db, `token-${addressKey(address)}`, ADDRESS_RULE, now).catch(
    (error: unknown) => {
      if (isUnavailable(error)) return undefined;
      throw error;
    },
  );
  throw new AppError(attempt?.kind === 'locked' ? 'tooManyRequests' : 'sessionFailed');
}
