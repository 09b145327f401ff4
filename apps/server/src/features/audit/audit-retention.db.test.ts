import { expect, it } from 'vitest';
import { describeWithApp } from '../../testing/describe-with-app.ts';
import { deleteExpiredAudit } from './audit-repository.ts';

describeWithApp('the retention of the audit log', (app) => {
  it('deletes entries older than the retention time, and nothing else', async () => {
    const { db } = app();
    const now = new Date();
    const add = (days: number) =>
      db
        .insertInto('audit')
        .values({ action: 'aged', outcome: 'done', at: new Date(now.getTime() - days * 86_400_000) })
        .execute();
    await add(401);
    await add(399);
    await add(1);
    expect(await deleteExpiredAudit(db, 400, now)).toBe(1);
    expect(
      await db.selectFrom('audit').select('auditId').where('action', '=', 'aged').execute(),
    ).toHaveLength(2);
    expect(await deleteExpiredAudit(db, 400, now)).toBe(0);
  });
});
