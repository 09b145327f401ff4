import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { TestProcess } from '@gwanje/testkit/processes';
import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { expect, it } from 'vitest';
import { exampleFacts } from '../message-facts.ts';
import { addWebhook } from '../testing/webhooks.ts';
import { insertMessages, type NewMessage } from './outbox-repository.ts';

const SENDER = join(import.meta.dirname, '../testing/timed-sender.ts');
const PREFIX = 'sender ';
const START_TIMEOUT_MS = 120_000;
/** Lease expiry, its renewal by the other server and the next send round take seconds on an idle machine. */
const TAKEOVER_TIMEOUT_MS = 120_000;
const MORE_MESSAGES = 10;

it(
  'lets only the lease holder of two servers send, and the other server after the holder is killed',
  async () => {
    await using stack = new AsyncDisposableStack();
    const database = await openTestDatabase();
    stack.defer(() => database.close());
    const { db, address } = database;
    const received: string[] = [];
    using receiver = await openTestServer(async (request, response) => {
      const { deliveryId } = JSON.parse(await text(request));
      received.push(deliveryId);
      response.end();
    });
    const now = new Date();
    const webhookIds: number[] = [];
    for (const name of ['a', 'b', 'c'])
      webhookIds.push(await addWebhook(db, now, { name, url: `${receiver.url}/${name}` }));

    let alarmId = 0;
    const enqueue = async (cnt: number) => {
      const messages = Array.from({ length: cnt }, (_, at): NewMessage => {
        const webhookId = webhookIds[at % webhookIds.length] ?? 0;
        const alarm = { ...exampleFacts(now), alarmId: ++alarmId };
        const facts = { reason: 'occurred', alarm } as const;
        return { alarmId, webhookId, webhookName: 'a', facts, held: null };
      });
      await insertMessages(db, messages, new Date());
    };
    const senders = new Map<string, TestProcess>();
    for (let cnt = 0; cnt < 2; cnt++) {
      const sender = new TestProcess(SENDER, { args: [JSON.stringify(address)] });
      stack.defer(async () => void (await sender.kill()));
      const line = await sender.waitForLine((output) => output.startsWith(PREFIX), START_TIMEOUT_MS);
      senders.set(line.slice(PREFIX.length), sender);
    }

    await enqueue(60);
    await expect.poll(() => received.length, { timeout: TAKEOVER_TIMEOUT_MS }).toBe(60);
    expect(new Set(received).size).toBe(60);
    // A message that the killed server has sent but not recorded would rightly be sent again.
    const waiting = () =>
      db.selectFrom('outbox').select('deliveryId').where('state', '=', 'waiting').execute();
    await expect.poll(waiting, { timeout: TAKEOVER_TIMEOUT_MS }).toEqual([]);

    const { holder } = await db.selectFrom('processLease').select('holder').executeTakeFirstOrThrow();
    const leader = senders.get(holder);
    expect(leader).toBeDefined();
    await leader?.kill();
    await enqueue(MORE_MESSAGES);
    await expect.poll(() => received.length, { timeout: TAKEOVER_TIMEOUT_MS }).toBe(60 + MORE_MESSAGES);
    expect(new Set(received).size).toBe(60 + MORE_MESSAGES);
    const after = await db.selectFrom('processLease').select('holder').executeTakeFirstOrThrow();
    expect([...senders.keys()].filter((name) => name !== holder)).toEqual([after.holder]);
  },
  START_TIMEOUT_MS * 3,
);
