import type { AccessToken } from '@gwanje/contract/users/access-tokens';

export type TokenState = 'active' | 'expired' | 'revoked';

export function tokenState(
  { revokedAt, expiresAt }: Pick<AccessToken, 'revokedAt' | 'expiresAt'>,
  nowMs: number,
): TokenState {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
}
