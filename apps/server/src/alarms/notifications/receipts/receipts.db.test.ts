import { openTestDatabase } from '@gwanje/testkit/databases';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { exampleFacts } from '../message-facts.ts';
import { endMessage, findDueMessages, insertMessages } from '../outbox/outbox-repository.ts';
import { addWebhook } from '../testing/webhooks.ts';
import { RECEIPT_PATH, receiptPath } from './receipt-path.ts';
import { registerReceipts } from './receipt-routes.ts';

const SECRET = 'Bearer key';

test('a receipt without the success text marks its delivery as failed; a forged one changes nothing', async () => {
  await using database = await openTestDatabase().then((opened) => ({
    ...opened,
    [Symbol.asyncDispose]: () => opened.close(),
  }));
  const { db } = database;
  const now = new Date();
  const webhookId = await addWebhook(db, now, {
    kind: 'kakaoRelay',
    url: 'https://relay.example.com/',
    recipientList: JSON.stringify(['010-1234-5678']),
    secret: SECRET,
    successText: '"code":"A000"',
  });
  const facts = { reason: 'occurred', alarm: exampleFacts(now) } as const;
  await insertMessages(db, [{ alarmId: 1, webhookId, webhookName: 'a', facts, held: null }], now);
  const [message] = await findDueMessages(db, now, 10);
  if (!message) throw new Error('no message');
  await endMessage(db, message, 'delivered', null, now);
  const { deliveryId } = message;
  const app = Fastify();
  await registerReceipts(app, { db, logger: pino({ level: 'silent' }) });
  const report = async (url: string, payload: string) => {
    const headers = { 'content-type': 'application/json' };
    const { statusCode } = await app.inject({ method: 'POST', url, payload, headers });
    const { state, lastError } = await db
      .selectFrom('outbox')
      .select(['state', 'lastError'])
      .executeTakeFirstOrThrow();
    return { statusCode, state, lastError };
  };
  const delivered = { state: 'delivered', lastError: null };
  const refusal = '{"code":"E109","text":"blocked\u0000 number"}';

  const forged = await report(receiptPath(deliveryId, 'another key'), refusal);
  const unknown = await report(`${RECEIPT_PATH}/no-id/x`, refusal);
  for (const outcome of [forged, unknown]) {
    expect(outcome).toMatchObject(delivered);
    expect(outcome.statusCode).toBeGreaterThanOrEqual(400);
  }
  expect(await report(receiptPath(deliveryId, SECRET), '{"code":"A000"}')).toEqual({
    statusCode: 200,
    ...delivered,
  });
  await db.updateTable('webhook').set({ successText: null }).execute();
  expect(await report(receiptPath(deliveryId, SECRET), refusal)).toEqual({
    statusCode: 200,
    state: 'delivered',
    lastError: 'the relay reports: {"code":"E109","text":"blocked number"}',
  });
  await db.updateTable('webhook').set({ successText: '"code":"A000"' }).execute();
  expect(await report(receiptPath(deliveryId, SECRET), refusal)).toEqual({
    statusCode: 200,
    state: 'failed',
    lastError: 'the relay reports: {"code":"E109","text":"blocked number"}',
  });
  await app.close();
});
