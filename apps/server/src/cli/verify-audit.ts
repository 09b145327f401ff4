import { noteVerification } from '@gwanje/backend/audit-log/log-state';
import { sealEntries } from '@gwanje/backend/audit-log/seal-entries';
import { type Verification, verifyLog } from '@gwanje/backend/audit-log/verify-log';
import { openStore } from '@gwanje/backend/database/open-store';
import type { ServerSettings } from '../config.ts';
import { startOwnDatabase } from './backup/own-database.ts';
import type { CommandInput } from './command.ts';
import { CommandError } from './command-error.ts';

/** Checks every entry of the audit log, in the database and in the exported files. Fails on the first bad one. */
export async function verifyAudit(settings: ServerSettings, { say, options }: CommandInput): Promise<void> {
  await using stack = new AsyncDisposableStack();
  stack.use(await startOwnDatabase(settings));
  const store = await openStore(settings);
  stack.defer(() => store.close());
  await sealEntries(store.db, new Date());
  const found = await verifyLog(store.db, settings.auditExportDir);
  await noteVerification(store.db, found, new Date());
  const { problem, checkedCnt, fileCnt, absentFiles, unsealedCnt, lateCnt, end } = found;
  if (problem)
    throw new CommandError(`${problemSentence(problem)}\n${checkedCnt} entries before it are intact.`);
  say(`${checkedCnt} entries are intact, ${fileCnt} exported files among them.`);
  say(`Last entry: number ${end.no}, hash ${end.hash || 'none'}.`);
  say(
    'Compare it with a receiver or log outside: the database alone cannot show that all of it was replaced.',
  );
  if (unsealedCnt > 0) say(`${unsealedCnt} newer entries are not sealed yet and were not checked.`);
  if (lateCnt > 0)
    say(`${lateCnt} entries have a time more than an hour before entries that were sealed earlier.`);
  if (absentFiles.length === 0) return;
  for (const { fileName, machine } of absentFiles) say(`absent: ${fileName}, written on ${machine}`);
  if (!options?.has('--files-elsewhere'))
    throw new CommandError(
      `${absentFiles.length} exported files are not in ${settings.auditExportDir}. If they were moved on purpose: verify-audit --files-elsewhere`,
    );
}

function problemSentence({ kind, chainNo, auditId, fileName }: NonNullable<Verification['problem']>): string {
  const entry = auditId === null ? `entry number ${chainNo}` : `entry number ${chainNo} (id ${auditId})`;
  const where = fileName === undefined ? 'in the database' : `in ${fileName}`;
  switch (kind) {
    case 'missing':
      return `The audit log is broken: ${entry} is missing ${where}.`;
    case 'added':
      return `The audit log is broken: ${entry} was added ${where}.`;
    case 'altered':
      return `The audit log is broken: ${entry} was altered ${where}.`;
    case 'erasureUnrecorded':
      return `The audit log is broken: personal fields of ${entry} were changed ${where}, and no erasure records it.`;
    case 'endMissing':
      return `The audit log is broken: everything from ${entry} on is missing.`;
  }
}
