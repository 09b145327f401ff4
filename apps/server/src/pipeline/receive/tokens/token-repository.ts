import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

export function findToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('clusterToken')
    .select(['tokenId', 'hostId', 'revokedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function readTokenHashes(db: Db): Promise<Buffer[]> {
  const rows = await db.selectFrom('clusterToken').select('tokenHash').execute();
  return rows.map(({ tokenHash }) => tokenHash);
}

export async function writeTokenUses(db: Db, tokenIds: readonly number[], usedAt: Date): Promise<void> {
  if (tokenIds.length === 0) return;
  await db
    .updateTable('clusterToken')
    .set({ lastUsedAt: usedAt })
    .where(sql<boolean>`token_id = any(${tokenIds}::int[])`)
    .execute();
}
