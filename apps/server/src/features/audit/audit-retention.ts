import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, sql } from 'kysely';

const ROWS = 2000;
const DAY_MS = 86_400_000;

/** Deletes entries older than the retention time; the database itself refuses to delete younger ones. */
export async function deleteExpiredAudit(db: Kysely<Database>, days: number, now: Date): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  let count = 0;
  for (;;) {
    const gone = await db.transaction().execute(async (trx) => {
      await sql`select set_config('gwanje.audit_retention', 'on', true)`.execute(trx);
      const { numAffectedRows = 0n } = await sql`
        delete from audit where audit_id in (
          select audit_id from audit where at < ${before} order by at limit ${ROWS})`.execute(trx);
      return Number(numAffectedRows);
    });
    count += gone;
    if (gone < ROWS) return count;
  }
}
