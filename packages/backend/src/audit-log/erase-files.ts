import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Db } from '../database/schema.ts';
import { writeDurably } from '../files/write-durably.ts';
import { personOf } from '../personal-data/person.ts';
import { recordErased, withoutPerson } from './erase-entries.ts';
import { readExportFile, writeExportFile } from './export-file.ts';
import type { SealedEntry } from './row-hash.ts';

/** Beside the files: the erased persons whom no file in the folder names any more. */
const DONE_FILE = 'erased-persons.json';

/**
 * Erases the persons from the exported files in the folder of this machine. The names are not stored any more: the files tell them,
 * by the user number. Returns how many files it wrote.
 */
export async function eraseFromFiles(db: Db, folder: string): Promise<number> {
  const erasures = await db
    .selectFrom('erasure')
    .select('userNo')
    .where('finishedAt', 'is not', null)
    .orderBy('userNo')
    .execute();
  const done = await readDone(folder);
  const due = erasures.map(({ userNo }) => userNo).filter((userNo) => !done.has(userNo));
  if (due.length === 0) return 0;
  const exports = await db.selectFrom('auditExport').select('fileName').orderBy('firstNo').execute();
  const paths = exports.map(({ fileName }) => join(folder, fileName)).filter((path) => existsSync(path));
  if (paths.length === 0) return 0;
  let writtenCnt = 0;
  for (const userNo of due) writtenCnt += await erasePersonFromFiles(db, paths, userNo);
  await writeDurably(folder, DONE_FILE, Buffer.from(JSON.stringify([...done, ...due])));
  return writtenCnt;
}

async function erasePersonFromFiles(db: Db, paths: readonly string[], userNo: number): Promise<number> {
  const person = await findInFiles(paths, userNo);
  let writtenCnt = 0;
  for (const path of paths) {
    const entries: SealedEntry[] = [];
    for await (const entry of readExportFile(path)) entries.push(entry);
    const erased = new Map(
      entries.flatMap((entry): [number, SealedEntry][] => {
        const left = withoutPerson(entry, person);
        return left ? [[entry.auditId, { ...entry, ...left, personalSalt: null }]] : [];
      }),
    );
    if (erased.size === 0) continue;
    // First the record: a file that is written without one would look as if somebody had changed it.
    await db.transaction().execute((trx) => recordErased(trx, userNo, [...erased.values()]));
    const written = entries.map((entry) => erased.get(entry.auditId) ?? entry);
    await writeExportFile(dirname(path), basename(path), written);
    writtenCnt++;
  }
  return writtenCnt;
}

async function findInFiles(paths: readonly string[], userNo: number) {
  const details = [];
  for (const path of paths)
    for await (const { actorUserNo, actorUserId, targetKind, targetId, detail } of readExportFile(path)) {
      if (actorUserNo === userNo) details.push({ userId: actorUserId });
      if (targetKind === 'user' && targetId === String(userNo)) details.push(detail);
    }
  return personOf(userNo, details);
}

async function readDone(folder: string): Promise<Set<number>> {
  try {
    return new Set(JSON.parse(await readFile(join(folder, DONE_FILE), 'utf8')) as number[]);
  } catch {
    return new Set();
  }
}
