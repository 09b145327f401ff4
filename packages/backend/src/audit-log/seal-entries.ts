import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { sealAfter } from './row-hash.ts';

/** Entries per transaction. */
const ENTRIES = 1000;

export const auditFields = [
  'auditId',
  'at',
  'actorUserNo',
  'actorUserId',
  'action',
  'targetKind',
  'targetId',
  'outcome',
  'detail',
  'address',
] as const;

/**
 * Gives every committed entry its place in the chain. Writers do not wait for each other: an entry that commits
 * late gets a later place. Returns how many were sealed.
 */
export async function sealEntries(db: Db, now: Date): Promise<number> {
  for (let sealedCnt = 0; ; ) {
    const waiting = await db
      .selectFrom('audit')
      .select('auditId')
      .where('hash', 'is', null)
      .limit(1)
      .execute();
    if (waiting.length === 0) return sealedCnt;
    const cnt = await db.transaction().execute((trx) => sealSome(trx, now));
    sealedCnt += cnt;
    if (cnt < ENTRIES) return sealedCnt;
  }
}

async function sealSome(trx: Db, now: Date): Promise<number> {
  await declareChange(trx, 'seal');
  // The lock keeps a second sealing process out.
  const chain = await trx
    .selectFrom('auditChain')
    .select(['lastNo', 'lastHash'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const entries = await trx
    .selectFrom('audit')
    .select(auditFields)
    .where('hash', 'is', null)
    .orderBy('auditId')
    .limit(ENTRIES)
    .forUpdate()
    .execute();
  const sealed = sealAfter({ no: chain.lastNo, hash: chain.lastHash }, entries);
  const last = sealed.at(-1);
  if (!last) return 0;
  const seals = sealed.map((entry) => ({
    audit_id: entry.auditId,
    chain_no: entry.chainNo,
    salt: entry.personalSalt,
    digest: entry.personalDigest,
    hash: entry.hash,
  }));
  await sql`
    update audit set chain_no = s.chain_no, personal_salt = s.salt, personal_digest = s.digest, hash = s.hash
    from json_to_recordset(${JSON.stringify(seals)}::json)
      as s (audit_id bigint, chain_no bigint, salt text, digest text, hash text)
    where audit.audit_id = s.audit_id`.execute(trx);
  await trx
    .updateTable('auditChain')
    .set({ lastNo: last.chainNo, lastHash: last.hash, sealedAt: now })
    .execute();
  return sealed.length;
}

/** The database refuses every other change of the log. */
export async function declareChange(trx: Db, change: 'seal' | 'erasure' | 'retention'): Promise<void> {
  await sql`select set_config('gwanje.audit_change', ${change}, true)`.execute(trx);
}
