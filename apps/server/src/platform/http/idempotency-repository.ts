import type { Db } from '@gwanje/backend/database/schema';
import { agedTable } from '@gwanje/backend/retention/aged-table';
import { AppError } from '@gwanje/contract/definition/errors';
import { sql } from 'kysely';

const KEEP_MS = 24 * 60 * 60 * 1000;

/**
 * Claims the key inside the transaction of the work. A second request with the same key waits for the first
 * to commit and gets its response; after a rollback it does the work itself.
 */
export async function claimKey(
  trx: Db,
  userNo: number,
  key: string,
  hash: string,
): Promise<{ readonly response: unknown } | undefined> {
  const claimed = await trx
    .insertInto('idempotency')
    .values({ userNo, key, requestHash: hash })
    .onConflict((conflict) => conflict.columns(['userNo', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const row = await trx
    .selectFrom('idempotency')
    .selectAll()
    .where('userNo', '=', userNo)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (row.requestHash !== hash) {
    throw new AppError('invalidParameter', { field: 'Idempotency-Key', reason: 'used for another request' });
  }
  return { response: row.response };
}

export async function saveAnswer(trx: Db, userNo: number, key: string, response: unknown): Promise<void> {
  await trx
    .updateTable('idempotency')
    .set({ response: JSON.stringify(response) })
    .where('userNo', '=', userNo)
    .where('key', '=', key)
    .execute();
}

export const agedKeys = agedTable('idempotency', KEEP_MS, { at: sql`created_at` });
