import { AuditState } from '@gwanje/contract/settings/audit';
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { readSecuritySettings } from '../identity/security-settings.ts';
import { EXPORT_FAILURE_NOTE } from './aged-audit.ts';
import { listReceivers } from './receivers.ts';
import { readChainEnds } from './sealed-entries.ts';
import type { Verification } from './verify-log.ts';

const { problem: StoredProblem, exportFailure: StoredFailure } = AuditState.shape;

export async function noteVerification(db: Db, { problem, end }: Verification, now: Date): Promise<void> {
  await db
    .updateTable('auditChain')
    .set({ verifiedAt: now, verifiedNo: end.no, problem: problem === null ? null : JSON.stringify(problem) })
    .execute();
}

const VERIFY_EVERY_MS = 24 * 60 * 60_000;

/** The time of the last check is in the database, so that a restart or another server does not put the next one off. */
export async function isVerificationDue(db: Db, now: Date): Promise<boolean> {
  const { verifiedAt } = await readChainEnds(db);
  // The age is negative after the clock was set back.
  return verifiedAt === null || Math.abs(now.getTime() - verifiedAt.getTime()) >= VERIFY_EVERY_MS;
}

/** What administrators see of the safety of the audit log. */
export async function readLogState(
  db: Db,
  receivers: readonly { readonly name: string }[],
  folder: string,
): Promise<AuditState> {
  const ends = await readChainEnds(db);
  const unsealed = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('hash', 'is', null)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ fileCnt: number; entryCnt: number; lastAt: Date | null }>`
    select count(*)::float8 as file_cnt, coalesce(sum(last_no - first_no + 1), 0)::float8 as entry_cnt,
      max(exported_at) as last_at
    from audit_export`.execute(db);
  const [exported] = rows;
  const names = receivers.map(({ name }) => name);
  return {
    keepDays: (await readSecuritySettings(db)).settings.auditDays,
    sealedCnt: ends.last.no,
    sealedAt: ends.sealedAt?.toISOString() ?? null,
    lastHash: ends.last.hash,
    unsealedCnt: unsealed.cnt,
    verifiedAt: ends.verifiedAt?.toISOString() ?? null,
    problem: StoredProblem.parse(ends.problem),
    exported: {
      fileCnt: exported?.fileCnt ?? 0,
      entryCnt: exported?.entryCnt ?? 0,
      lastAt: exported?.lastAt?.toISOString() ?? null,
      folder,
    },
    exportFailure: await readExportFailure(db),
    receiverList: await listReceivers(db, names, ends.last),
  };
}

async function readExportFailure(db: Db): Promise<AuditState['exportFailure']> {
  const note = await db
    .selectFrom('installationNote')
    .select('value')
    .where('key', '=', EXPORT_FAILURE_NOTE)
    .executeTakeFirst();
  return StoredFailure.parse(note?.value ?? null);
}
