import { raiseVersion } from '@gwanje/backend/database/change-version';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { expect, it } from 'vitest';
import { ChangeWatch } from './change-watch.ts';

describeWithDatabase('the watch of changes by other processes', (database) => {
  it('calls the handler of a topic once for each change, and again after a failure', async () => {
    const { db } = database();
    const calls: string[] = [];
    let isFailing = false;
    const watch = new ChangeWatch(db, {
      clusters: async () => {
        if (isFailing) throw new Error('no');
        calls.push('clusters');
      },
      alarmSettings: async () => void calls.push('alarmSettings'),
    });
    const called = async () => {
      await watch.check();
      return calls.splice(0).toSorted();
    };
    expect(await called()).toEqual(['alarmSettings', 'clusters']);
    expect(await called()).toEqual([]);
    await raiseVersion(db, 'clusters');
    await raiseVersion(db, 'rights');
    isFailing = true;
    await expect(watch.check()).rejects.toThrow('no');
    isFailing = false;
    expect(await called()).toEqual(['clusters']);
    expect(await called()).toEqual([]);
  });
});
