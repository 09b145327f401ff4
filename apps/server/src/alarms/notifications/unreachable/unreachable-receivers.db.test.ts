import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { insertCluster } from '../../../pipeline/testing/test-pipeline.ts';
import type { AlarmUpdate } from '../../engine/alarm-changes.ts';
import { exampleFacts } from '../message-facts.ts';
import { insertMessages } from '../outbox/outbox-repository.ts';
import { addWebhook } from '../testing/webhooks.ts';
import { UNREACHABLE_AFTER_MS, updateUnreachableAlarms } from './unreachable-receivers.ts';

/** A process may lose its lease while it writes: then two processes do this work. */
describeWithDatabase('two processes that check receivers at the same time', (database) => {
  it('raise, worsen and recover the alarm once, with one message each', async () => {
    const { db } = database();
    const clock = new FakeClock();
    await insertCluster(db);
    const webhookId = await addWebhook(db, clock.now(), { name: 'broken' });
    await addWebhook(db, clock.now(), { name: 'other' });
    const facts = { reason: 'occurred', alarm: exampleFacts(clock.now()) } as const;
    await insertMessages(
      db,
      [{ alarmId: 1, webhookId, webhookName: 'broken', facts, held: null }],
      clock.now(),
    );
    const setMessage = (state: 'waiting' | 'failed' | 'delivered') =>
      changeRows(
        db,
        'outbox',
        { webhookId, alarmId: 1 },
        {
          state,
          attemptCnt: 1,
          lastAttemptAt: clock.now(),
          ...(state === 'delivered' && { deliveredAt: clock.now() }),
        },
      );
    const updates: AlarmUpdate[] = [];
    const check = async () => {
      const one = () =>
        updateUnreachableAlarms(
          db,
          clock.now(),
          async (_trx, noted) => async () => void updates.push(...noted),
        );
      await Promise.all([one(), one(), one()]);
    };
    const history = async () =>
      (await db.selectFrom('alarmChange').select('change').orderBy('alarmChangeId').execute()).map(
        ({ change }) => change,
      );
    const messages = async () =>
      (await rowsOf(db, 'outbox', { webhookName: 'other' }, ['reason'], ['seq'])).map(({ reason }) => reason);

    clock.advance(UNREACHABLE_AFTER_MS);
    await setMessage('waiting');
    await check();
    expect(await history()).toEqual(['occurred']);
    clock.advance(60_000);
    await setMessage('failed');
    await check();
    expect(await history()).toEqual(['occurred', 'worsened']);
    clock.advance(60_000);
    await setMessage('delivered');
    await check();
    expect(await history()).toEqual(['occurred', 'worsened', 'recovered']);
    expect(await messages()).toEqual(['occurred', 'worsened', 'recovered']);
    expect(updates.map(({ raised, changed }) => raised.length + changed.length)).toEqual([1, 1, 1]);
  });
});
