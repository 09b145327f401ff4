import { existsSync } from 'node:fs';
import type { Db } from '../database/schema.ts';
import { ChainCheck, type ChainProblem, ERASED_ENTRIES_ACTION } from './chain-check.ts';
import { exportPath, readExportFile } from './export-file.ts';
import { CHAIN_START, type ChainEnd } from './row-hash.ts';
import { readChainEnds, readSealedAfter } from './sealed-entries.ts';

const ENTRIES = 2000;

export interface Verification {
  readonly problem: (ChainProblem & { readonly fileName?: string | undefined }) | null;
  readonly checkedCnt: number;
  readonly fileCnt: number;
  /** Exported files that are not in the folder. */
  readonly absentFiles: readonly { readonly fileName: string; readonly machine: string }[];
  readonly unsealedCnt: number;
  /** Entries with a time long before their place. */
  readonly lateCnt: number;
  readonly end: ChainEnd;
}

/** Checks the stored entries, and the exported files when a folder is given. */
export async function verifyLog(db: Db, folder?: string): Promise<Verification> {
  const first = await verifyOnce(db, folder);
  // Entries are exported and erased meanwhile: only a problem that stays is one.
  return first.problem === null ? first : verifyOnce(db, folder);
}

async function verifyOnce(db: Db, folder: string | undefined): Promise<Verification> {
  const { last, deleted } = await readChainEnds(db);
  const files = folder === undefined ? undefined : await checkFiles(db, folder, deleted);
  const check = files?.check ?? new ChainCheck(deleted);
  const problem = files?.problem ?? (await checkStored(db, check, last));
  const { cnt } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('hash', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    problem,
    checkedCnt: check.checkedCnt,
    fileCnt: files?.fileCnt ?? 0,
    absentFiles: files?.absentFiles ?? [],
    unsealedCnt: cnt,
    lateCnt: check.lateCnt,
    end: last,
  };
}

async function checkStored(db: Db, check: ChainCheck, last: ChainEnd): Promise<ChainProblem | null> {
  for (;;) {
    const entries = await readSealedAfter(db, check.end.no, ENTRIES);
    for (const entry of entries) {
      // Sealed after this check has begun.
      if (entry.chainNo > last.no) break;
      const problem = check.next(entry);
      if (problem) return problem;
    }
    if (entries.length < ENTRIES || check.end.no >= last.no) break;
  }
  const erasures = await db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('action', '=', ERASED_ENTRIES_ACTION)
    .where((eb) => eb.or([eb('hash', 'is', null), eb('chainNo', '>', last.no)]))
    .execute();
  for (const erasure of erasures) check.noteErasures(erasure);
  return check.finish(last);
}

async function checkFiles(db: Db, folder: string, deleted: ChainEnd) {
  const exports = await db.selectFrom('auditExport').selectAll().orderBy('firstNo').execute();
  const absentFiles: { fileName: string; machine: string }[] = [];
  const check = new ChainCheck(CHAIN_START);
  let fileCnt = 0;
  let problem: Verification['problem'] = null;
  for (const { fileName, machine, firstNo, lastNo, lastHash } of exports) {
    if (firstNo !== check.end.no + 1) problem = { kind: 'missing', chainNo: check.end.no + 1, auditId: null };
    else if (!existsSync(exportPath(folder, fileName))) {
      absentFiles.push({ fileName, machine });
      check.skipTo({ no: lastNo, hash: lastHash });
    } else {
      problem = await checkFile(check, exportPath(folder, fileName));
      problem ??=
        check.end.hash === lastHash ? null : { kind: 'missing', chainNo: check.end.no + 1, auditId: null };
      fileCnt++;
    }
    if (problem) return { check, fileCnt, absentFiles, problem: { ...problem, fileName } };
  }
  if (check.end.no !== deleted.no || check.end.hash !== deleted.hash)
    problem = { kind: 'missing', chainNo: check.end.no + 1, auditId: null };
  return { check, fileCnt, absentFiles, problem };
}

async function checkFile(check: ChainCheck, path: string): Promise<ChainProblem | null> {
  try {
    for await (const entry of readExportFile(path)) {
      const problem = check.next(entry);
      if (problem) return problem;
    }
    return null;
  } catch {
    // Damaged, or not an export.
    return { kind: 'altered', chainNo: check.end.no + 1, auditId: null };
  }
}
