import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { hashToken, TokenKind } from '@gwanje/backend/identity/tokens';
import { toUser } from '@gwanje/backend/identity/users';
import { mayHoldSession } from '@gwanje/domain/user-changes';
import type { Kysely } from 'kysely';
import type { CallingUser } from '../../access/visibility.ts';

/** Keys in wallboard links; each link is shown once. */
export const wallboardKeys = new TokenKind('gww');
/** Minimum time between two writes of the last use: otherwise each read would also be a write. */
const NOTE_EVERY_MS = 60_000;

/** A screen that shows boards. */
export interface Wallboard {
  readonly wallboardKeyId: number;
  readonly name: string;
  readonly boardIds: readonly string[];
  readonly lastSeenAt: Date | null;
  /** A wallboard does not expire; it ends when its key is revoked. */
  readonly endsAt: null;
  /** The creator of the key, limited to what the key shows: no other groups or rights, and no identity. */
  readonly user: CallingUser;
}

/** Returns null for an unknown or revoked key. */
export async function findWallboard(db: Kysely<Database>, token: string): Promise<Wallboard | null> {
  if (!wallboardKeys.isOne(token)) return null;
  const row = await db
    .selectFrom('wallboardKey')
    .innerJoin('userAccount', 'userAccount.userNo', 'wallboardKey.userNo')
    .selectAll('userAccount')
    .select(['wallboardKey.wallboardKeyId', 'wallboardKey.name as keyName'])
    .select(['wallboardKey.boardIds', 'wallboardKey.lastSeenAt'])
    .where('wallboardKey.tokenHash', '=', hashToken(token))
    .where('wallboardKey.revokedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { wallboardKeyId, keyName, boardIds, lastSeenAt, ...account } = row;
  const maker = toUser(account);
  if (!mayHoldSession(maker.status)) return null;
  const user: CallingUser = {
    ...maker,
    name: keyName,
    email: null,
    lastLoginAt: null,
    role: 2,
    isKeyUser: 'N',
    standsFor: maker.role,
    onlySubGroupIds: await subGroupsOf(db, wallboardKeyId),
  };
  return { wallboardKeyId, name: keyName, boardIds, lastSeenAt, endsAt: null, user };
}

async function subGroupsOf(db: Kysely<Database>, wallboardKeyId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('wallboardKeyGroup')
    .select('subGroupId')
    .where('wallboardKeyId', '=', wallboardKeyId)
    .orderBy('subGroupId')
    .execute();
  return rows.map(({ subGroupId }) => subGroupId);
}

export function isShowDue({ lastSeenAt }: Pick<Wallboard, 'lastSeenAt'>, now: Date): boolean {
  return lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= NOTE_EVERY_MS;
}

/** Returns whether the time of use was written. */
export async function noteWallboardSeen(
  db: Kysely<Database>,
  wallboard: Wallboard,
  address: string,
  now: Date,
): Promise<boolean> {
  if (!isShowDue(wallboard, now)) return false;
  try {
    await db
      .updateTable('wallboardKey')
      .set({ lastSeenAt: now, lastSeenFrom: address })
      .where('wallboardKeyId', '=', wallboard.wallboardKeyId)
      .execute();
    return true;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return false;
  }
}
