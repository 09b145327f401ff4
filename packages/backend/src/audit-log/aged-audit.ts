import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { readSecuritySettings } from '../identity/security-settings.ts';
import { type AgedTable, deleteInSteps, ROWS } from '../retention/aged-table.ts';
import { exportFileName, writeExportFile } from './export-file.ts';
import type { SealedEntry } from './row-hash.ts';
import { declareChange } from './seal-entries.ts';
import { readChainEnds, readSealedAfter } from './sealed-entries.ts';

const DAY_MS = 86_400_000;
/** The note about the last export that failed. */
export const EXPORT_FAILURE_NOTE = 'auditExportFailure';

/**
 * The audit log: the oldest entries leave it in the order of the chain, and only after a file in `folder` holds
 * them. When the file cannot be written, nothing is deleted. The database itself refuses to delete entries of the
 * last 30 days.
 */
export function agedAudit(folder: string, now: () => Date): AgedTable {
  return {
    name: 'audit',
    keepMs: async (db) => (await readSecuritySettings(db)).settings.auditDays * DAY_MS,
    newest: sql`(select max(at) from audit)`,
    deleteOldest: async (db, before, limit) => {
      // One file a day instead of one for every run.
      const midnight = new Date(Math.floor(before.getTime() / DAY_MS) * DAY_MS);
      try {
        const cnt = await deleteInSteps(limit, ROWS, (rowCnt) =>
          exportAndDelete(db, folder, midnight, rowCnt, now()),
        );
        await db.deleteFrom('installationNote').where('key', '=', EXPORT_FAILURE_NOTE).execute();
        return cnt;
      } catch (error) {
        await noteFailure(db, error, now());
        throw error;
      }
    },
  };
}

async function exportAndDelete(
  db: Db,
  folder: string,
  before: Date,
  limit: number,
  now: Date,
): Promise<number> {
  const { deleted } = await readChainEnds(db);
  const oldest = await readSealedAfter(db, deleted.no, limit);
  const youngAt = oldest.findIndex(({ at }) => at >= before);
  const entries = youngAt < 0 ? oldest : oldest.slice(0, youngAt);
  const [first] = entries;
  const last = entries.at(-1);
  if (!first || !last) return 0;
  const fileName = exportFileName(first.chainNo, last.chainNo);
  await writeExportFile(folder, fileName, entries);
  await db.transaction().execute(async (trx) => {
    await declareChange(trx, 'retention');
    // An entry of which a person was erased meanwhile must be exported again.
    const { numDeletedRows } = await trx
      .deleteFrom('audit')
      .where('chainNo', '>', deleted.no)
      .where('chainNo', '<=', last.chainNo)
      .where(isUnchanged(entries))
      .executeTakeFirst();
    if (Number(numDeletedRows) !== entries.length)
      throw new Error('entries changed while they were exported');
    await trx.updateTable('auditChain').set({ deletedNo: last.chainNo, deletedHash: last.hash }).execute();
    await trx
      .insertInto('auditExport')
      .values({
        firstNo: first.chainNo,
        lastNo: last.chainNo,
        firstAt: first.at,
        lastAt: last.at,
        lastHash: last.hash,
        fileName,
        machine: hostname(),
        exportedAt: now,
      })
      .execute();
  });
  return entries.length;
}

function isUnchanged(entries: readonly SealedEntry[]) {
  const erased = entries.filter(({ personalSalt }) => personalSalt === null).map(({ auditId }) => auditId);
  return sql<boolean>`(personal_salt is not null or audit_id = any(${erased}::bigint[]))`;
}

async function noteFailure(db: Db, error: unknown, now: Date): Promise<void> {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const row = {
    value: JSON.stringify({ at: now.toISOString(), reason: reason.slice(0, 200) }),
    updatedAt: now,
  };
  await db
    .insertInto('installationNote')
    .values({ key: EXPORT_FAILURE_NOTE, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
