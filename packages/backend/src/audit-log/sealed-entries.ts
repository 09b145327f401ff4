import type { Db } from '../database/schema.ts';
import type { SealedEntry } from './row-hash.ts';
import { auditFields } from './seal-entries.ts';

export async function readChainEnds(db: Db) {
  const { lastNo, lastHash, deletedNo, deletedHash, ...state } = await db
    .selectFrom('auditChain')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { ...state, last: { no: lastNo, hash: lastHash }, deleted: { no: deletedNo, hash: deletedHash } };
}

/** The stored entries after a place in the chain, in their order. */
export async function readSealedAfter(db: Db, chainNo: number, limit: number): Promise<SealedEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .select([...auditFields, 'chainNo', 'personalSalt', 'personalDigest', 'hash'])
    .where('chainNo', '>', chainNo)
    .orderBy('chainNo')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    chainNo: row.chainNo ?? 0,
    personalDigest: row.personalDigest ?? '',
    hash: row.hash ?? '',
  }));
}
