import { tokenKind } from '@gwanje/backend/identity/tokens';

export const clusterTokens = tokenKind('gwj');

/** The token of an `Authorization: Bearer …` header, if it has the form of a cluster token. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme, token, ...rest] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0) return undefined;
  return clusterTokens.isOne(token) ? token : undefined;
}
