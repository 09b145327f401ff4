import { describeWithDatabase } from '@gwanje/testkit/databases';
import { expect, it } from 'vitest';
import { AlarmNotices } from './alarm-notices.ts';

describeWithDatabase('the notices about changed alarms', (database) => {
  async function readBy(notices: AlarmNotices): Promise<number[]> {
    const read: number[] = [];
    await notices.read(async (alarmIds) => void read.push(...alarmIds));
    return read.toSorted((a, b) => a - b);
  }

  it('reach every replica once, also when a transaction commits after a later one', async () => {
    const { db } = database();
    const [one, two] = [new AlarmNotices(db), new AlarmNotices(db)];
    expect(await readBy(two)).toEqual([]);
    await db.transaction().execute(async (late) => {
      await one.write(late, [1, 2]);
      await db.transaction().execute((trx) => one.write(trx, [3]));
      expect(await readBy(two)).toEqual([3]);
      expect(await readBy(two)).toEqual([]);
    });
    expect(await readBy(two)).toEqual([1, 2]);
    expect(await readBy(two)).toEqual([]);
    expect(await readBy(new AlarmNotices(db))).toEqual([1, 2, 3]);
  });

  it('are not read by the process that has applied the changes, and again after a failure', async () => {
    const { db } = database();
    const notices = new AlarmNotices(db);
    await readBy(notices);
    notices.setApplied(await db.transaction().execute((trx) => notices.write(trx, [4])));
    expect(await readBy(notices)).toEqual([]);
    await db.transaction().execute((trx) => notices.write(trx, [5]));
    const failing = notices.read(async () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await readBy(notices)).toEqual([5]);
  });

  it('of a transaction that was rolled back are not read', async () => {
    const { db } = database();
    const notices = new AlarmNotices(db);
    await readBy(notices);
    const undone = db.transaction().execute(async (trx) => {
      await notices.write(trx, [6]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await readBy(notices)).toEqual([]);
  });
});
