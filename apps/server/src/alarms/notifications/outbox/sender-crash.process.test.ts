import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { TestProcess } from '@gwanje/testkit/processes';
import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { exampleFacts } from '../message-facts.ts';
import { addWebhook } from '../testing/webhooks.ts';
import { insertMessages } from './outbox-repository.ts';

const SENDER = join(import.meta.dirname, '../testing/send-until-killed.ts');
const MESSAGES = 8;
const TIMEOUT_MS = 120_000;

/** Runs only with `npm run soak -- kill-message-sender`. outbox.db.test.ts tests the same within one process. */
const isSoak = process.env.GWANJE_SOAK !== undefined;

describeWithDatabase('a sender that is killed between sending and recording', (database) => {
  it.runIf(isSoak)(
    'loses no message, repeats one with the same id, and keeps the order of each alarm',
    async () => {
      await using stack = new AsyncDisposableStack();
      const received: { deliveryId: string; alarmId: string; cluster: string }[] = [];
      using receiver = await openTestServer(async (request, response) => {
        received.push(JSON.parse(await text(request)));
        response.end();
      });
      const { db, address } = database();
      const now = new Date();
      const webhookId = await addWebhook(db, now, { name: 'a', url: `${receiver.url}/` });
      // Two alarms, four messages each.
      const messages = Array.from({ length: MESSAGES }, (_, index) => {
        const alarm = { ...exampleFacts(now), alarmId: 1 + (index % 2), cluster: `m${index}` };
        const facts = { reason: 'occurred' as const, alarm };
        return { alarmId: alarm.alarmId, webhookId, webhookName: 'a', facts, held: null };
      });
      await insertMessages(db, messages, now);

      const killed = new TestProcess(SENDER, { args: [JSON.stringify(address), '3'] });
      stack.defer(async () => void (await killed.kill()));
      expect((await killed.exited).signal).toBe('SIGKILL');
      const recorded = await rowsOf(db, 'outbox', { state: 'delivered' }, ['state']);
      expect(recorded).toHaveLength(2);
      expect(received).toHaveLength(3);

      const next = new TestProcess(SENDER, { args: [JSON.stringify(address)] });
      stack.defer(async () => void (await next.kill()));
      await next.waitForLine((line) => line === 'all sent', TIMEOUT_MS);
      expect(new Set(received.map(({ deliveryId }) => deliveryId)).size).toBe(MESSAGES);
      expect(received).toHaveLength(MESSAGES + 1);
      expect(received[3]).toEqual(received[2]);
      for (const alarmId of ['1', '2']) {
        const clusters = received.filter((one) => one.alarmId === alarmId).map(({ cluster }) => cluster);
        expect([...new Set(clusters)]).toEqual([...new Set(clusters)].toSorted());
      }
    },
    TIMEOUT_MS * 2,
  );
});
