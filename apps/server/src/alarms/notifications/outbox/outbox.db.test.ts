import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { createLogger } from '@gwanje/backend/observe/logger';
import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { addRow, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AllowList } from '../../../platform/outside-address.ts';
import { OutboundHttpClient } from '../clients/outbound-http-client.ts';
import { exampleFacts } from '../message-facts.ts';
import { MessageSender } from '../message-sender.ts';
import { Outbox, retryAfterMs } from './outbox.ts';
import { insertMessages, type NewMessage, replayMessage } from './outbox-repository.ts';

interface Received {
  readonly path: string;
  readonly deliveryId: string;
  readonly summary: string;
}

const logger = createLogger('server', 'silent');
let database: TestDatabase;
let receiver: Server;
let received: Received[];
let statusOf: (path: string) => number;
let client: OutboundHttpClient;
let clock: FakeClock;
let outbox: Outbox;
let messageSender: MessageSender;

beforeEach(async () => {
  database = await openTestDatabase();
  clock = new FakeClock();
  received = [];
  statusOf = () => 200;
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { deliveryId, cluster: summary } = JSON.parse(Buffer.concat(chunks).toString());
    expect(request.headers['x-gwanje-delivery']).toBe(deliveryId);
    const path = request.url ?? '';
    if (statusOf(path) === 200) received.push({ path, deliveryId, summary });
    response.writeHead(statusOf(path)).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  client = new OutboundHttpClient(new AllowList('127.0.0.1'));
  messageSender = new MessageSender({ http: client, mail: undefined }, 'https://gwanje.example.com');
  outbox = openOutbox(messageSender);
});

function openOutbox(sender: Pick<MessageSender, 'send'>): Outbox {
  const { db } = database;
  return new Outbox({ db, sender, logger, now: clock.now, lease: ALWAYS_HELD, random: () => 0 });
}

afterEach(async () => {
  await outbox.close();
  await client.close();
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
});

async function newWebhook(path: string): Promise<number> {
  const { port } = receiver.address() as AddressInfo;
  const { alarmTemplateId } = await rowOf(database.db, 'alarmTemplate', {}, ['alarmTemplateId']);
  const { webhookId } = await addRow(database.db, 'webhook', {
    alarmTemplateId,
    name: path,
    nameKey: path,
    recipientList: '[]',
    kind: 'json',
    url: `http://127.0.0.1:${port}${path}`,
    bodyTemplate: null,
    minLevel: 1,
    isOn: true,
    sendsRecovery: true,
    language: 'ko',
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  return webhookId;
}

/** The cluster's name serves as the text of the message. The test receiver records it. */
function message(webhookId: number, alarmId: number, cluster: string): NewMessage {
  const alarm = { ...exampleFacts(clock.now()), alarmId, cluster };
  return { alarmId, webhookId, webhookName: 'a', facts: { reason: 'occurred', alarm }, held: null };
}

async function enqueue(...messages: NewMessage[]): Promise<void> {
  await insertMessages(database.db, messages, clock.now());
}

async function sendRound(): Promise<void> {
  await outbox.sendDue();
  await outbox.settled();
}

function rows() {
  return rowsOf(database.db, 'outbox', {}, '*', ['seq']);
}

describe('a waiting message', () => {
  test('is sent once, in the order of its alarm', async () => {
    const webhookId = await newWebhook('/a');
    const about = (alarmId: number, text: string) => message(webhookId, alarmId, text);
    await enqueue(about(1, 'one'), about(2, 'other'), about(1, 'two'), about(1, 'three'));
    for (let rounds = 0; rounds < 4; rounds++) await sendRound();
    expect(received.map(({ summary }) => summary)).toEqual(['one', 'other', 'two', 'three']);
    expect((await rows()).map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  });

  test('for a receiver that was down is sent a day later, and delays no other receiver', async () => {
    const [down, up] = [await newWebhook('/down'), await newWebhook('/up')];
    statusOf = (path) => (path === '/down' ? 503 : 200);
    await enqueue(message(down, 1, 'occurred'), message(down, 1, 'recovered'), message(up, 1, 'occurred'));
    const repairedMs = clock.now().getTime() + 24 * 3_600_000;
    while (clock.now().getTime() < repairedMs) {
      await sendRound();
      clock.advance(30 * 60_000);
    }
    expect(received.map(({ path }) => path)).toEqual(['/up']);
    statusOf = () => 200;
    // The next retry may be hours away. After it succeeds, the other messages follow at once.
    for (let rounds = 0; rounds < 24; rounds++) {
      await sendRound();
      if (received.length > 1) break;
      clock.advance(3_600_000);
    }
    await sendRound();
    expect(received.map(({ path, summary }) => `${path} ${summary}`)).toEqual([
      '/up occurred',
      '/down occurred',
      '/down recovered',
    ]);
  });

  test('fails after the last retry, and can be resent', async () => {
    const webhookId = await newWebhook('/a');
    statusOf = () => 500;
    await enqueue(message(webhookId, 1, 'one'));
    for (let rounds = 0; rounds < 15; rounds++) {
      await sendRound();
      clock.advance(11 * 3_600_000);
    }
    const [failed] = await rows();
    const note = { why: 'status', detail: '500' };
    expect(failed).toMatchObject({ state: 'failed', attemptCnt: 12, note, nextAttemptAt: null });
    statusOf = () => 200;
    await sendRound();
    expect(received).toEqual([]);
    expect(await replayMessage(database.db, failed?.deliveryId ?? '', clock.now())).toBe(true);
    await sendRound();
    expect(received.map(({ deliveryId }) => deliveryId)).toEqual([failed?.deliveryId]);
    expect(await replayMessage(database.db, failed?.deliveryId ?? '', clock.now())).toBe(false);
  });

  test('for a webhook that is off or deleted is dropped with the reason', async () => {
    const [off, gone] = [await newWebhook('/off'), await newWebhook('/gone')];
    await enqueue(message(off, 1, 'one'), message(gone, 1, 'two'));
    await database.db.updateTable('webhook').set({ isOn: false }).where('webhookId', '=', off).execute();
    await database.db.deleteFrom('webhook').where('webhookId', '=', gone).execute();
    await sendRound();
    expect(received).toEqual([]);
    const dropped = (await rows()).map(({ state, note }) => `${state}: ${note?.why}`);
    expect(dropped).toEqual(Array(2).fill('dropped: receiverOff'));
  });

  test('is resent with the same id when the sender ended before it recorded the answer', async () => {
    const webhookId = await newWebhook('/a');
    await enqueue(message(webhookId, 1, 'one'));
    // The process is killed after the receiver's answer, before it records the answer.
    const killedOutbox = openOutbox({
      async send(...args) {
        await messageSender.send(...args);
        throw new Error('killed');
      },
    });
    await killedOutbox.sendDue();
    await killedOutbox.settled();
    await sendRound();
    await sendRound();
    const [first, second] = received;
    expect(received).toHaveLength(2);
    expect(second?.deliveryId).toBe(first?.deliveryId);
  });
});

test('retries after five seconds to ten hours, for more than a day', () => {
  const waits: number[] = [];
  for (let waitMs = retryAfterMs(1); waitMs !== null; waitMs = retryAfterMs(waits.length + 1))
    waits.push(waitMs);
  expect(waits[0]).toBe(5_000);
  expect(retryAfterMs(1, 1)).toBe(6_000);
  expect(retryAfterMs(11, 1)).toBe(36_000_000);
  expect(waits.at(-1)).toBe(36_000_000);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.reduce((sum, waitMs) => sum + waitMs, 0)).toBeGreaterThan(30 * 3_600_000);
});

describe('a sender that has lost its lease while it sends', () => {
  test.each([
    ['a failure that is retried', 0],
    ['the last failure', 11],
  ])('does not undo the delivery by the next sender: %s', async (_what, attemptCnt) => {
    const webhookId = await newWebhook('/a');
    await enqueue(message(webhookId, 1, 'first'));
    await database.db.updateTable('outbox').set({ attemptCnt }).execute();
    statusOf = () => 500;
    const late = openOutbox({
      // Meanwhile the next lease holder delivers the message.
      async send(...call) {
        statusOf = () => 200;
        await sendRound();
        statusOf = () => 500;
        return messageSender.send(...call);
      },
    });
    await late.sendDue();
    await late.settled();
    expect(received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'delivered', attemptCnt: attemptCnt + 1 }]);
  });
});
