import { createHash } from 'node:crypto';
import type { Database } from '@gwanje/backend/database/schema';
import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';

const KEY = /^[\x21-\x7e]{8,128}$/;
const KEEP_MS = 24 * 60 * 60 * 1000;

export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new AppError('invalidParameter', { field: 'Idempotency-Key' });
  return key;
}

/** `form` holds the fields of a multipart body, which is not in `request.body`. */
export async function requestHash(
  request: FastifyRequest,
  form: Readonly<Record<string, string | File>>,
): Promise<string> {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  hash.update(JSON.stringify(request.body ?? null, withoutPassword));
  for (const [name, value] of Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = typeof value === 'string' ? Buffer.from(value) : await value.bytes();
    hash.update(JSON.stringify([name, content.length])).update(content);
  }
  return hash.digest('base64url');
}

/** Leaves the password out: from a fast hash over an otherwise known body it could be guessed. */
function withoutPassword(key: string, value: unknown): unknown {
  return key === 'password' ? undefined : value;
}

/**
 * Claims the key inside the transaction of the work. A second request with the same key waits for the first
 * to commit and gets its response; after a rollback it does the work itself.
 */
export async function claimKey(
  trx: Kysely<Database>,
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

export async function saveAnswer(
  trx: Kysely<Database>,
  userNo: number,
  key: string,
  response: unknown,
): Promise<void> {
  await trx
    .updateTable('idempotency')
    .set({ response: JSON.stringify(response) })
    .where('userNo', '=', userNo)
    .where('key', '=', key)
    .execute();
}

export async function deleteExpiredKeys(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('createdAt', '<', new Date(now.getTime() - KEEP_MS))
    .execute();
}
