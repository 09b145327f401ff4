import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { ADDRESS_RULE, addressKey, beginAttempt } from '@gwanje/backend/identity/login-throttle';
import { hashToken, TokenKind } from '@gwanje/backend/identity/tokens';
import { toUser } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/errors';
import { Role } from '@gwanje/contract/fields';
import { mayHoldSession } from '@gwanje/domain/user-changes';
import type { Kysely } from 'kysely';
import type { CallingUser } from './authenticate.ts';

export const accessTokens = new TokenKind('gwa');
/** Writing the time of every use would make each read a write. */
const NOTE_EVERY_MS = 60_000;

export interface TokenHolder {
  readonly accessTokenId: number;
  readonly name: string;
  readonly lastUsedAt: Date | null;
  readonly address: string;
  readonly user: CallingUser;
}

export async function findTokenHolder(
  db: Kysely<Database>,
  authorization: string,
  address: string,
  now: Date,
): Promise<TokenHolder> {
  const [scheme, token = '', ...rest] = authorization.split(' ');
  const isWellFormed = scheme?.toLowerCase() === 'bearer' && rest.length === 0 && accessTokens.isOne(token);
  const row = isWellFormed ? await findRow(db, token, now) : undefined;
  if (!row) return refuseToken(db, address, now);
  const { accessTokenId, tokenRole, tokenName, isLimited, lastUsedAt, ...account } = row;
  const person = toUser(account);
  if (!mayHoldSession(person.status)) return refuseToken(db, address, now);
  return {
    accessTokenId,
    name: tokenName,
    lastUsedAt,
    address,
    user: {
      ...person,
      // Whoever made it may have become less since.
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
    .select(['accessToken.isLimited', 'accessToken.lastUsedAt'])
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

/** Nobody guesses one of these; whoever tries again and again is told to stop, as with passwords. */
export async function refuseToken(db: Kysely<Database>, address: string, now: Date): Promise<never> {
  const attempt = await beginAttempt(db, `token-${addressKey(address)}`, ADDRESS_RULE, now).catch(
    (error: unknown) => {
      if (isUnavailable(error)) return undefined;
      throw error;
    },
  );
  throw new AppError(attempt?.kind === 'locked' ? 'tooManyRequests' : 'sessionFailed');
}

/** 1 may all, 3 manages its groups, 2 looks. */
const STRENGTH: Readonly<Record<Role, number>> = { 1: 2, 3: 1, 2: 0 };

function weaker(a: Role, b: Role): Role {
  return STRENGTH[a] < STRENGTH[b] ? a : b;
}

export async function noteTokenUse(
  db: Kysely<Database>,
  { accessTokenId, lastUsedAt, address }: TokenHolder,
  now: Date,
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < NOTE_EVERY_MS) return;
  try {
    await db
      .updateTable('accessToken')
      .set({ lastUsedAt: now, lastUsedFrom: address })
      .where('accessTokenId', '=', accessTokenId)
      .execute();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
