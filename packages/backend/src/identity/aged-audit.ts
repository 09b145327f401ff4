import { sql } from 'kysely';
import { type AgedTable, deleteInSteps, ROWS } from '../retention/aged-table.ts';

const DAY_MS = 86_400_000;

/** The database itself refuses to delete entries of the last 30 days. */
export function agedAudit(days: number): AgedTable {
  return {
    name: 'audit',
    keepMs: days * DAY_MS,
    newest: sql`(select max(at) from audit)`,
    deleteOldest: (db, before, limit) =>
      deleteInSteps(limit, ROWS, (rowCnt) =>
        db.transaction().execute(async (trx) => {
          await sql`select set_config('gwanje.audit_retention', 'on', true)`.execute(trx);
          const { numAffectedRows = 0n } = await sql`
            delete from audit where audit_id in (
              select audit_id from audit where at < ${before} order by at limit ${rowCnt})`.execute(trx);
          return Number(numAffectedRows);
        }),
      ),
  };
}
