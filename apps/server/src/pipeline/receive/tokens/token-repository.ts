import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

const isRevoked = sql<boolean>`revoked_at is not null`.as('isRevoked');

export function readTokens(db: Db) {
  return db
    .selectFrom('clusterToken')
    .select(['tokenHash', 'tokenId', 'hostId', 'role', isRevoked])
    .execute();
}

export function findToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('clusterToken')
    .select(['tokenId', 'hostId', 'role', isRevoked])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function writeTokenUses(db: Db, tokenIds: readonly number[], usedAt: Date): Promise<void> {
  if (tokenIds.length === 0) return;
  await db
    .updateTable('clusterToken')
    .set({ lastUsedAt: usedAt })
    .where(sql<boolean>`token_id = any(${tokenIds}::int[])`)
    .execute();
}
