import { describeWithDatabase } from '@gwanje/testkit/databases';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { expect, test } from 'vitest';
import { recordAudit } from './audit.ts';

describeWithDatabase('the audit log', (database) => {
  test('stores actor, action and target, with unchanged details', async () => {
    const detail = { from: { someKey: 1 }, text: '한글 "quoted"', list: [1, 2] };
    await recordAudit(database().db, {
      actor: { userNo: 7, userId: 'operator' },
      action: 'subGroup.delete',
      target: { kind: 'subGroup', id: 12 },
      outcome: 'denied',
      detail,
      address: '192.0.2.1',
    });
    const row = await rowOf(database().db, 'audit', {});
    expect(row).toMatchObject({
      actorUserNo: 7,
      actorUserId: 'operator',
      action: 'subGroup.delete',
      targetKind: 'subGroup',
      targetId: '12',
      outcome: 'denied',
      detail,
      address: '192.0.2.1',
    });
    expect(row.at).toBeInstanceOf(Date);
  });

  test('is rolled back with the transaction of its change', async () => {
    const count = async () => (await database().db.selectFrom('audit').select('auditId').execute()).length;
    const before = await count();
    const { db } = database();
    const failing = db.transaction().execute(async (trx) => {
      await recordAudit(trx, { actor: null, action: 'demo.seed', outcome: 'done' });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await count()).toBe(before);
  });
});
