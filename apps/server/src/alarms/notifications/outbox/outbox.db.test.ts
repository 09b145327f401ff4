import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { createLogger } from '@gwanje/backend/observe/logger';
import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AllowList } from '../../../platform/outside-address.ts';
import { OutboundHttpClient } from '../channels/outbound-http-client.ts';
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
  outbox = new Outbox({
    db: database.db,
    sender: messageSender,
    logger,
    now: clock.now,
    lease: ALWAYS_HELD,
    random: () => 0,
  });
});
afterEach(async () => {
  await outbox.close();
  await client.close();
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
});

async function newWebhook(path: string): Promise<number> {
  const { port } = receiver.address() as AddressInfo;
  const { alarmTemplateId } = await database.db
    .selectFrom('alarmTemplate')
    .select('alarmTemplateId')
    .executeTakeFirstOrThrow();
  const { webhookId } = await database.db
    .insertInto('webhook')
    .values({
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
    })
    .returning('webhookId')
    .executeTakeFirstOrThrow();
  return webhookId;
}

/** The receiver reads the cluster's name as the summary. */
function message(webhookId: number, alarmId: number, cluster: string): NewMessage {
  const alarm = { ...exampleFacts(clock.now()), alarmId, cluster };
  return {
    alarmId,
    webhookId,
    webhookName: 'a',
    facts: { reason: 'occurred', alarm },
    held: null,
  };
}

async function put(...messages: NewMessage[]): Promise<void> {
  await insertMessages(database.db, messages, clock.now());
}

async function round(): Promise<void> {
  await outbox.sendDue();
  await outbox.settled();
}

function rows() {
  return database.db
    .selectFrom('outbox')
    .select(['deliveryId', 'state', 'attemptCnt', 'lastError', 'nextAttemptAt'])
    .orderBy('seq')
    .execute();
}

describe('a waiting message', () => {
  test('is sent once and in order', async () => {
    const webhookId = await newWebhook('/a');
    await put(
      message(webhookId, 1, 'one'),
      message(webhookId, 2, 'other'),
      message(webhookId, 1, 'two'),
      message(webhookId, 1, 'three'),
    );
    for (let rounds = 0; rounds < 4; rounds++) await round();
    expect(received.map(({ summary }) => summary)).toEqual(['one', 'other', 'two', 'three']);
    expect((await rows()).map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  });

  test('for a receiver that was down for a day is sent later, and does not delay others', async () => {
    const [down, up] = [await newWebhook('/down'), await newWebhook('/up')];
    statusOf = (path) => (path === '/down' ? 503 : 200);
    await put(message(down, 1, 'occurred'), message(down, 1, 'recovered'), message(up, 1, 'occurred'));
    const backMs = clock.now().getTime() + 24 * 3_600_000;
    while (clock.now().getTime() < backMs) {
      await round();
      clock.advance(30 * 60_000);
    }
    expect(received.map(({ path }) => path)).toEqual(['/up']);
    statusOf = () => 200;
    // The first attempt after the receiver is back may be hours away. The others follow it at once.
    for (let rounds = 0; rounds < 24; rounds++) {
      await round();
      if (received.length > 1) break;
      clock.advance(3_600_000);
    }
    await round();
    expect(received.map(({ path, summary }) => `${path} ${summary}`)).toEqual([
      '/up occurred',
      '/down occurred',
      '/down recovered',
    ]);
  });

  test('fails after the last retry, and can be sent again', async () => {
    const webhookId = await newWebhook('/a');
    statusOf = () => 500;
    await put(message(webhookId, 1, 'one'));
    for (let rounds = 0; rounds < 15; rounds++) {
      await round();
      clock.advance(11 * 3_600_000);
    }
    const [given] = await rows();
    expect(given).toMatchObject({
      state: 'failed',
      attemptCnt: 12,
      lastError: 'it answered 500',
      nextAttemptAt: null,
    });
    statusOf = () => 200;
    await round();
    expect(received).toEqual([]);
    expect(await replayMessage(database.db, given?.deliveryId ?? '', clock.now())).toBe(true);
    await round();
    expect(received.map(({ deliveryId }) => deliveryId)).toEqual([given?.deliveryId]);
    expect(await replayMessage(database.db, given?.deliveryId ?? '', clock.now())).toBe(false);
  });

  test('for a webhook that is off or deleted is dropped with the reason', async () => {
    const [off, gone] = [await newWebhook('/off'), await newWebhook('/gone')];
    await put(message(off, 1, 'one'), message(gone, 1, 'two'));
    await database.db.updateTable('webhook').set({ isOn: false }).where('webhookId', '=', off).execute();
    await database.db.deleteFrom('webhook').where('webhookId', '=', gone).execute();
    await round();
    expect(received).toEqual([]);
    expect((await rows()).map(({ state, lastError }) => `${state}: ${lastError}`)).toEqual([
      'dropped: the webhook is off',
      'dropped: the webhook is deleted',
    ]);
  });

  test('is sent again under the same id when the sender ended before it recorded the answer', async () => {
    const webhookId = await newWebhook('/a');
    await put(message(webhookId, 1, 'one'));
    // The process is killed between the receiver's answer and the record of it.
    const dying = new Outbox({
      db: database.db,
      sender: {
        async send(...args) {
          await messageSender.send(...args);
          throw new Error('killed');
        },
      },
      logger,
      now: clock.now,
      lease: ALWAYS_HELD,
    });
    await dying.sendDue();
    await dying.settled();
    await round();
    await round();
    const [first, second] = received;
    expect(received).toHaveLength(2);
    expect(second?.deliveryId).toBe(first?.deliveryId);
  });
});

test('retries are five seconds to ten hours apart, for more than a day', () => {
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
