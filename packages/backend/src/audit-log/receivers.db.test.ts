import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { recordReceiverChange } from './receivers.ts';

describeWithDatabase('the list of receivers', (database) => {
  it('is recorded when it has changed, once, whichever of several servers starts first', async () => {
    const { db } = database();
    const now = new FakeClock().now();
    const startTwo = (...receivers: string[]) =>
      Promise.all([1, 2].map(() => recordReceiverChange(db, receivers, now)));
    const [one, two] = ['syslog+udp://one.example.com:514', 'syslog+udp://two.example.com:514'];
    await startTwo();
    await startTwo(two, one);
    await startTwo(one, two);
    await startTwo(two);
    const rows = await rowsOf(
      db,
      'audit',
      { action: 'auditLog.updateReceivers' },
      ['actorUserNo', 'detail'],
      ['auditId'],
    );
    expect(rows).toEqual([
      { actorUserNo: null, detail: { source: 'environment', before: [], after: [one, two] } },
      { actorUserNo: null, detail: { source: 'environment', before: [one, two], after: [two] } },
    ]);
  });
});
