import type { ChainProblem } from '@gwanje/backend/audit-log/chain-check';
import { readChainEnds } from '@gwanje/backend/audit-log/sealed-entries';
import type { Verification } from '@gwanje/backend/audit-log/verify-log';
import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

export async function noteVerification(db: Db, { problem, end }: Verification, now: Date): Promise<void> {
  await db
    .updateTable('auditChain')
    .set({ verifiedAt: now, verifiedNo: end.no, problem: problem === null ? null : JSON.stringify(problem) })
    .execute();
}

export async function readAuditState(db: Db) {
  const ends = await readChainEnds(db);
  const unsealed = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('hash', 'is', null)
    .executeTakeFirstOrThrow();
  const exported = await db
    .selectFrom('auditExport')
    .select((eb) => [eb.fn.countAll<number>().as('fileCnt'), eb.fn.max('exportedAt').as('lastAt')])
    .select(sql<number>`coalesce(sum(last_no - first_no + 1), 0)::float8`.as('entryCnt'))
    .executeTakeFirstOrThrow();
  const { kind, chainNo, auditId } = (ends.problem ?? {}) as Partial<ChainProblem>;
  const problem =
    kind === undefined || chainNo === undefined ? null : { kind, chainNo, auditId: auditId ?? null };
  return {
    ends,
    problem,
    unsealedCnt: unsealed.cnt,
    exported: { ...exported, lastAt: exported.lastAt as Date | null },
  };
}
