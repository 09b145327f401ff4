import { agedAudit } from '@gwanje/backend/identity/aged-audit';
import { deleteAged } from '@gwanje/backend/retention/aged-table';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeWithApp } from '../../testing/describe-with-app.ts';

const DAY_MS = 86_400_000;

describeWithApp('the retention of the audit log', (app) => {
  const now = new Date();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const add = (...days: number[]) =>
    app()
      .db.insertInto('audit')
      .values(days.map((one) => ({ action: 'aged', outcome: 'done', at: before(one) })))
      .execute();
  const daysLeft = async () => {
    const rows = await app().db.selectFrom('audit').select('at').orderBy('at', 'desc').execute();
    return rows.map(({ at }) => Math.round((now.getTime() - at.getTime()) / DAY_MS));
  };
  const runAt = (at: Date) => deleteAged(app().db, agedAudit(400), at);

  beforeEach(() =>
    app()
      .db.transaction()
      .execute(async (trx) => {
        await sql`alter table audit disable trigger user`.execute(trx);
        await trx.deleteFrom('audit').execute();
        await sql`alter table audit enable trigger user`.execute(trx);
      }),
  );

  it('deletes entries older than the retention time, and nothing else', async () => {
    await add(401, 399, 1, 0);
    expect(await runAt(now)).toEqual({ deletedCnt: 1, isCapped: false });
    expect(await daysLeft()).toEqual([0, 1, 399]);
    expect(await runAt(now)).toEqual({ deletedCnt: 0, isCapped: false });
  });

  it('judges the age by the newest entry, so that a clock that is ahead deletes nothing', async () => {
    await add(399, 100, 0);
    expect(await runAt(before(-500))).toEqual({ deletedCnt: 0, isCapped: false });
    expect(await daysLeft()).toEqual([0, 100, 399]);
  });

  it('deletes a small part of the log in one run, oldest first', async () => {
    await add(0, ...Array.from({ length: 500 }, (_, at) => 500 + at));
    expect(await runAt(now)).toEqual({ deletedCnt: 100, isCapped: true });
    expect((await daysLeft()).at(-1)).toBe(899);
  });

  it('is refused by the database for the 30 days before the newest entry, whatever the clock says', async () => {
    // All entries are old by the clock of the database.
    await add(1000, 1020, 1040);
    const { deleteOldest } = agedAudit(400);
    await expect(deleteOldest(app().db, now, 10)).rejects.toThrow('too young to delete');
    expect(await deleteOldest(app().db, before(1030), 10)).toBe(1);
  });
});
