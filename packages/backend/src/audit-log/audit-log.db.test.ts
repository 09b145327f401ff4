import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { addRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '../database/schema.ts';
import { recordAudit } from '../identity/audit.ts';
import { deleteAged } from '../retention/aged-table.ts';
import { agedAudit } from './aged-audit.ts';
import { isVerificationDue, noteVerification } from './log-state.ts';
import { sealEntries } from './seal-entries.ts';
import { verifyLog } from './verify-log.ts';

const DAY_MS = 86_400_000;
const now = new Date();

describeWithDatabase('the audit log', (database) => {
  const stack = new DisposableStack();
  let folder: string;
  let db: Db;
  beforeAll(() => {
    db = database().db;
  });
  afterAll(() => stack.dispose());
  beforeEach(async () => {
    folder = stack.use(temporaryFolder()).path;
    await asIntruder(`truncate audit, audit_export restart identity;
      update audit_chain set last_no = 0, last_hash = '', deleted_no = 0, deleted_hash = ''`);
  });

  /** With the rights of the owner of the database, who can turn the triggers off. */
  async function asIntruder(statements: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await sql`alter table audit disable trigger user`.execute(trx);
      for (const statement of statements.split(';')) await sql.raw(statement).execute(trx);
      await sql`alter table audit enable trigger user`.execute(trx);
    });
  }
  const record = (action: string, on: Db = db) =>
    recordAudit(on, {
      actor: { userNo: 7, userId: 'operator' },
      action,
      target: { kind: 'thing', id: 1 },
      outcome: 'denied',
      detail: { z: 1, a: { 10: 'x', 9: 'y' }, text: '한글 "quoted"' },
      address: '192.0.2.1',
    });
  async function sealed(cnt: number): Promise<void> {
    for (let at = 1; at <= cnt; at++) await record(`action.${at}`);
    await sealEntries(db, now);
  }
  const problem = async () => (await verifyLog(db, folder)).problem;

  it('is intact after entries of many writers were sealed', async () => {
    await sealed(4);
    const intact = { problem: null, checkedCnt: 4, unsealedCnt: 0, lateCnt: 0 };
    expect(await verifyLog(db, folder)).toMatchObject(intact);
    await record('later');
    expect(await verifyLog(db)).toMatchObject({ problem: null, checkedCnt: 4, unsealedCnt: 1 });
  });

  it('is checked when the last check is a day old, whoever made it', async () => {
    await asIntruder('update audit_chain set verified_at = null');
    const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    expect(await isVerificationDue(db, now)).toBe(true);
    await noteVerification(db, await verifyLog(db), now);
    expect(await isVerificationDue(db, hoursLater(23))).toBe(false);
    expect(await isVerificationDue(db, hoursLater(24))).toBe(true);
  });

  it('gives an entry that commits late a later place, and no writer waits', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const late = db.transaction().execute(async (trx) => {
      await record('late', trx);
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    await record('early');
    expect(await sealEntries(db, now)).toBe(1);
    go.resolve();
    await late;
    expect(await sealEntries(db, now)).toBe(1);
    const rows = await db.selectFrom('audit').select('action').orderBy('chainNo').execute();
    expect(rows.map(({ action }) => action)).toEqual(['early', 'late']);
    expect(await problem()).toBeNull();
  });

  it('is one chain when two processes seal at the same time', async () => {
    for (let at = 0; at < 20; at++) await record(`action.${at}`);
    await Promise.all([sealEntries(db, now), sealEntries(db, now)]);
    expect(await verifyLog(db)).toMatchObject({ problem: null, checkedCnt: 20 });
  });

  it.each([
    ['an altered action', `update audit set action = 'x' where chain_no = 3`, 'altered', 3],
    ['an altered time', `update audit set at = at - interval '1 day' where chain_no = 3`, 'altered', 3],
    ['an altered actor', 'update audit set actor_user_no = 8 where chain_no = 3', 'altered', 3],
    ['an altered user id', `update audit set actor_user_id = 'other' where chain_no = 3`, 'altered', 3],
    ['an altered address', `update audit set address = '192.0.2.9' where chain_no = 3`, 'altered', 3],
    ['an altered detail', `update audit set detail = '{"z":2}' where chain_no = 3`, 'altered', 3],
    ['a removed entry', 'delete from audit where chain_no = 3', 'missing', 3],
    ['a removed first entry', 'delete from audit where chain_no = 1', 'missing', 1],
    ['a removed end', 'delete from audit where chain_no >= 4', 'endMissing', 4],
    ['a removed log', 'delete from audit', 'endMissing', 1],
    [
      'a removed entry whose place another one took',
      'delete from audit where chain_no = 3; update audit set chain_no = chain_no - 1 where chain_no > 3',
      'altered',
      3,
    ],
    [
      'an inserted entry',
      `update audit set chain_no = chain_no + 100 where chain_no > 2;
       update audit set chain_no = chain_no - 99 where chain_no > 100;
       insert into audit (action, outcome, chain_no, hash) values ('x', 'done', 3, 'x')`,
      'altered',
      3,
    ],
    [
      'two entries in the wrong order',
      `update audit set chain_no = -1 where chain_no = 2; update audit set chain_no = 2 where chain_no = 3;
       update audit set chain_no = 3 where chain_no = -1`,
      'altered',
      2,
    ],
    [
      'personal fields that were removed without an erasure',
      `update audit set actor_user_id = null, personal_salt = null where chain_no = 3`,
      'erasureUnrecorded',
      3,
    ],
    [
      'an entry that was taken out of the chain to be sealed again',
      `update audit set chain_no = null, hash = null where chain_no = 3`,
      'missing',
      3,
    ],
  ])('shows %s', async (_, change, kind, chainNo) => {
    await sealed(5);
    expect(await problem()).toBeNull();
    await asIntruder(change);
    expect(await problem()).toMatchObject({ kind, chainNo });
  });

  it('counts entries with a time long before their place', async () => {
    await sealed(2);
    await addAged(3);
    expect(await verifyLog(db)).toMatchObject({ problem: null, lateCnt: 1 });
  });

  async function addAged(...days: number[]): Promise<void> {
    const at = (day: number) => new Date(now.getTime() - day * DAY_MS);
    const rows = days.map((day) => ({ action: 'aged', outcome: 'done' as const, at: at(day) }));
    await addRows(db, 'audit', rows);
    await sealEntries(db, now);
  }
  const aged = () => agedAudit(folder, () => now);
  const daysLeft = async () => {
    const rows = await db.selectFrom('audit').select('at').orderBy('at', 'desc').execute();
    return rows.map(({ at }) => Math.round((now.getTime() - at.getTime()) / DAY_MS));
  };

  it('exports the entries that are past their time, and only then deletes them', async () => {
    await addAged(500, 400, 300, 1, 0);
    expect(await deleteAged(db, aged(), now)).toEqual({ deletedCnt: 2, isCapped: false });
    expect(await daysLeft()).toEqual([0, 1, 300]);
    expect(await readdir(folder)).toEqual(['audit-000000000001-000000000002.jsonl.gz']);
    await record('newest');
    await sealEntries(db, now);
    expect(await verifyLog(db, folder)).toMatchObject({ problem: null, checkedCnt: 6, fileCnt: 1 });
    expect(await deleteAged(db, aged(), now)).toEqual({ deletedCnt: 0, isCapped: false });
  });

  it('keeps entries as long as the security settings say', async () => {
    await addAged(800, 400, 0);
    await db.updateTable('securitySetting').set({ settings: '{"auditDays":730}' }).execute();
    await deleteAged(db, aged(), now);
    expect(await daysLeft()).toEqual([0, 400]);
    await db.updateTable('securitySetting').set({ settings: '{}' }).execute();
  });

  it('judges the age by the newest entry, so that a clock that is ahead deletes nothing', async () => {
    await addAged(300, 0);
    await deleteAged(db, aged(), new Date(now.getTime() + 500 * DAY_MS));
    expect(await daysLeft()).toEqual([0, 300]);
  });

  it('deletes a small part of the log in one run, oldest first', async () => {
    await addAged(...Array.from({ length: 300 }, (_, at) => 900 - at), 0);
    expect(await deleteAged(db, aged(), now)).toEqual({ deletedCnt: 100, isCapped: true });
    expect((await daysLeft()).at(-1)).toBe(800);
    expect(await problem()).toBeNull();
  });

  it('deletes nothing when the file cannot be written, and says why', async () => {
    await addAged(500, 0);
    const file = join(folder, 'no-folder');
    await writeFile(file, '');
    const failing = agedAudit(join(file, 'inside'), () => now);
    await expect(deleteAged(db, failing, now)).rejects.toThrow();
    expect(await daysLeft()).toEqual([0, 500]);
    const note = () => rowsOf(db, 'installationNote', { key: 'auditExportFailure' }, ['value']);
    expect(await note()).toMatchObject([{ value: { reason: 'ENOTDIR' } }]);
    await deleteAged(db, aged(), now);
    expect(await daysLeft()).toEqual([0]);
    expect(await note()).toEqual([]);
  });

  const withoutLast = (text: string) => `${text.trim().split('\n').slice(0, -1).join('\n')}\n`;
  it.each([
    ['is altered', (text: string) => text.replace('"aged"', '"x"'), 'altered'],
    ['lost its last entry', withoutLast, 'missing'],
  ])('shows an exported file that %s', async (_, change, kind) => {
    await addAged(500, 400, 0);
    await deleteAged(db, aged(), now);
    const fileName = 'audit-000000000001-000000000002.jsonl.gz';
    const path = join(folder, fileName);
    await writeFile(path, gzipSync(change(gunzipSync(await readFile(path)).toString())));
    expect(await problem()).toMatchObject({ kind, fileName });
    await writeFile(path, 'no archive');
    expect(await problem()).toMatchObject({ kind: 'altered' });
  });

  it('names the exported files that are not in the folder', async () => {
    await addAged(500, 0);
    await deleteAged(db, aged(), now);
    expect(await verifyLog(db, stack.use(temporaryFolder()).path)).toMatchObject({
      problem: null,
      absentFiles: [{ fileName: 'audit-000000000001-000000000001.jsonl.gz' }],
    });
  });

  it('shows entries that were deleted and declared as exported', async () => {
    await addAged(500, 0);
    await deleteAged(db, aged(), now);
    const declared = 'update audit_chain set deleted_no = last_no, deleted_hash = last_hash';
    await asIntruder(`delete from audit; ${declared}`);
    expect(await problem()).toMatchObject({ kind: 'missing', chainNo: 2 });
  });
});
