import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleFacts } from './message-facts.ts';
import { openNotifications } from './notification-service.ts';
import { insertMessages } from './outbox/outbox-repository.ts';
import { addWebhook } from './testing/webhooks.ts';

let database: TestDatabase;
let receiver: Server;
let requests: string[];
let answer: Promise<void>;
let port: number;
const clock = new FakeClock();

beforeEach(async () => {
  database = await openTestDatabase();
  requests = [];
  answer = Promise.resolve();
  receiver = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    await answer;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  port = (receiver.address() as AddressInfo).port;
});
afterEach(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
});

function open(over: { isHealthy?: () => boolean; outsideAllow?: string } = {}) {
  const { isHealthy = () => true, outsideAllow = '127.0.0.1' } = over;
  return openNotifications({
    db: database.db,
    settings: { outsideAllow, mail: undefined, heartbeatUrl: `http://127.0.0.1:${port}/beat` },
    publicUrl: 'https://gwanje.example.com',
    logger: createLogger('server', 'silent'),
    observe: createMetrics('server'),
    now: clock.now,
    lease: ALWAYS_HELD,
    isHealthy: async () => isHealthy(),
    noteUpdates: async () => async () => undefined,
    isTimed: false,
  });
}

describe('the heartbeat', () => {
  it('is sent while alarms are evaluated, and not when evaluation stalls', async () => {
    let isHealthy = true;
    const notifications = await open({ isHealthy: () => isHealthy });
    await notifications.sendHeartbeat();
    expect(requests).toEqual(['POST /beat']);
    isHealthy = false;
    await notifications.sendHeartbeat();
    expect(requests).toEqual(['POST /beat']);
    await notifications.close();
  });

  it('refuses an internal address that is not on the allow list', async () => {
    const notifications = await open({ outsideAllow: '' });
    await expect(notifications.sendHeartbeat()).rejects.toMatchObject({ kind: 'inside' });
    expect(requests).toEqual([]);
    await notifications.close();
  });
});

it('waits on close for messages that are being sent, and records them', async () => {
  const answerReleased = Promise.withResolvers<void>();
  answer = answerReleased.promise;
  const webhookId = await addWebhook(database.db, clock.now(), { url: `http://127.0.0.1:${port}/hook` });
  const alarm = exampleFacts(clock.now());
  const facts = { reason: 'occurred', alarm } as const;
  const message = { alarmId: 1, webhookId, webhookName: 'a', facts, held: null };
  await insertMessages(database.db, [message], clock.now());
  const notifications = await open();
  const arrived = once(receiver, 'request');
  const sending = notifications.sendNow();
  await arrived;
  const closed = notifications.close();
  answerReleased.resolve();
  await Promise.all([sending, closed]);
  const rows = await database.db.selectFrom('outbox').select(['state', 'attemptCnt']).execute();
  expect(rows).toEqual([{ state: 'delivered', attemptCnt: 1 }]);
});
