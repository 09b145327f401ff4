import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { ADDRESS_RULE, addressKey, beginAttempt } from '@gwanje/backend/identity/login-throttle';
import { hashToken, TokenKind } from '@gwanje/backend/identity/tokens';
import { toUser } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import { Role } from '@gwanje/contract/definition/fields';
import { mayHoldSession } from '@gwanje/domain/user-changes';
import type { Kysely } from 'kysely';
import type { CallingUser } from '../../access/visibility.ts';

export const accessTokens = new TokenKind('gwa');
/** Minimum time between two writes of the last use: otherwise each read would also be a write. */
const NOTE_EVERY_MS = 60_000;

export interface TokenHolder {
  readonly accessTokenId: number;
  readonly name: string;
  readonly lastUsedAt: Date | null;
  readonly endsAt: Date;
  readonly user: CallingUser;
}

/** The access token in the header, or null. */
export function accessTokenIn(authorization: string): string | null {
  const [scheme, token = '', ...rest] = authorization.split(' ');
  const isWellFormed = scheme?.toLowerCase() === 'bearer' && rest.length === 0 && accessTokens.isOne(token);
  return isWellFormed ? token : null;
}

export async function findTokenHolder(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<TokenHolder | null> {
  const row = await findRow(db, token, now);
  if (!row) return null;
  const { accessTokenId, tokenRole, tokenName, isLimited, lastUsedAt, expiresAt, ...account } = row;
  const person = toUser(account);
  if (!mayHoldSession(person.status)) return null;
  return {
    accessTokenId,
    name: tokenName,
    lastUsedAt,
    endsAt: expiresAt,
    user: {
      ...person,
      // The creator's role may be lower now than when the token was created.
      role: weaker(Role.parse(tokenRole), person.role),
      isKeyUser: 'N',
      standsFor: person.role,
      ...(isLimited && { onlyMetaGroupIds: await metaGroupsOf(db, accessTokenId) }),
    },
  };
}

function findRow(db: Kysely<Database>, token: string, now: Date) {
  return db
    .selectFrom('accessToken')
    .innerJoin('userAccount', 'userAccount.userNo', 'accessToken.userNo')
    .selectAll('userAccount')
    .select(['accessToken.accessTokenId', 'accessToken.role as tokenRole', 'accessToken.name as tokenName'])
    .select(['accessToken.isLimited', 'accessToken.lastUsedAt', 'accessToken.expiresAt'])
    .where('accessToken.tokenHash', '=', hashToken(token))
    .where('accessToken.revokedAt', 'is', null)
    .where('accessToken.expiresAt', '>', now)
    .executeTakeFirst();
}

async function metaGroupsOf(db: Kysely<Database>, accessTokenId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('accessTokenGroup')
    .select('metaGroupId')
    .where('accessTokenId', '=', accessTokenId)
    .execute();
  return rows.map(({ metaGroupId }) => metaGroupId);
}

/** Tokens cannot be guessed, but repeated attempts are throttled, as with passwords. */
export async function refuseToken(db: Kysely<Database>, address: string, now: Date): Promise<never> {
  const attempt = await beginAttempt(db, `token-${addressKey(address)}`, ADDRESS_RULE, now).catch(
    (error: unknown) => {
      if (isUnavailable(error)) return undefined;
      throw error;
    },
  );
  throw new AppError(attempt?.kind === 'locked' ? 'tooManyRequests' : 'sessionFailed');
}

/** Role 1 may do everything, role 3 manages its groups, role 2 only reads. */
const STRENGTH: Readonly<Record<Role, number>> = { 1: 2, 3: 1, 2: 0 };

function weaker(a: Role, b: Role): Role {
  return STRENGTH[a] < STRENGTH[b] ? a : b;
}

export function isUseDue({ lastUsedAt }: Pick<TokenHolder, 'lastUsedAt'>, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= NOTE_EVERY_MS;
}

/** Returns whether the time of use was written. */
export async function noteTokenUse(
  db: Kysely<Database>,
  holder: TokenHolder,
  address: string,
  now: Date,
): Promise<boolean> {
  if (!isUseDue(holder, now)) return false;
  try {
    await db
      .updateTable('accessToken')
      .set({ lastUsedAt: now, lastUsedFrom: address })
      .where('accessTokenId', '=', holder.accessTokenId)
      .execute();
    return true;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return false;
  }
}
