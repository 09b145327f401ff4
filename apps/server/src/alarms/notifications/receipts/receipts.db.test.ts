import type { DeliveryNote } from '@gwanje/contract/alarms/delivery-notes';
import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { rowOf } from '@gwanje/testkit/testing/rows';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertCluster } from '../../../pipeline/testing/test-pipeline.ts';
import { loadDeliveryHealth } from '../../api/webhooks/webhook-repository.ts';
import { exampleFacts } from '../message-facts.ts';
import { endMessage, findDueMessages, insertMessages, replayMessage } from '../outbox/outbox-repository.ts';
import { addWebhook } from '../testing/webhooks.ts';
import { UNREACHABLE_AFTER_MS, updateUnreachableAlarms } from '../unreachable/unreachable-receivers.ts';
import { RECEIPT_PATH, receiptPath } from './receipt-path.ts';
import { registerReceipts } from './receipt-routes.ts';

const SECRET = 'Bearer key';
const SUCCESS = '{"code":"A000"}';
const REFUSAL = '{"code":"E109","text":"blocked\u0000 number"}';
const REPORTED = '{"code":"E109","text":"blocked number"}';

describeWithDatabase('a receipt of a relay', (database) => {
  const clock = new FakeClock();
  let app: FastifyInstance;
  let webhookId: number;

  beforeEach(async () => {
    const { db } = database();
    for (const table of ['alarm', 'outbox', 'webhook'] as const) await db.deleteFrom(table).execute();
    app = Fastify();
    await registerReceipts(app, { db, logger: pino({ level: 'silent' }) });
    webhookId = await addWebhook(db, clock.now(), {
      kind: 'kakaoRelay',
      url: 'https://relay.example.com/',
      recipientList: JSON.stringify(['010-1234-5678', '010-8765-4321']),
      secret: SECRET,
      successText: '"code":"A000"',
    });
  });
  afterEach(() => app.close());

  async function enqueue() {
    const { db } = database();
    clock.advance(1_000);
    const now = clock.now();
    const facts = { reason: 'occurred', alarm: exampleFacts(now) } as const;
    await insertMessages(db, [{ alarmId: 1, webhookId, webhookName: 'relay', facts, held: null }], now);
    const [message] = await findDueMessages(db, now, 10);
    if (!message) throw new Error('no message');
    return {
      deliveryId: message.deliveryId,
      accept: (note: DeliveryNote | null = null) => endMessage(db, message, 'delivered', note, clock.now()),
    };
  }

  async function report(deliveryId: string, payload: string, url = receiptPath(deliveryId, SECRET)) {
    const headers = { 'content-type': 'application/json' };
    return (await app.inject({ method: 'POST', url, payload, headers })).statusCode;
  }

  function stateOf(deliveryId: string) {
    return rowOf(database().db, 'outbox', { deliveryId }, [
      'state',
      'deliveredAt',
      'note',
      'receiptText',
      'receivedCnt',
    ]);
  }

  function openAlarms() {
    const { db } = database();
    return updateUnreachableAlarms(db, clock.now(), async () => async () => undefined).then(() =>
      db.selectFrom('alarm').select('itemKey').where('recoveredAt', 'is', null).execute(),
    );
  }

  it('without the success text marks its delivery as failed; a forged one changes nothing', async () => {
    const { deliveryId, accept } = await enqueue();
    await accept();
    const accepted = {
      state: 'delivered',
      deliveredAt: clock.now(),
      note: null,
      receiptText: null,
      receivedCnt: 0,
    };

    for (const url of [receiptPath(deliveryId, 'another key'), `${RECEIPT_PATH}/no-id/x`]) {
      expect(await report(deliveryId, REFUSAL, url)).toBeGreaterThanOrEqual(400);
      expect(await stateOf(deliveryId)).toEqual(accepted);
    }
    expect(await report(deliveryId, REFUSAL)).toBe(200);
    const failed = { ...accepted, state: 'failed', deliveredAt: null, receiptText: REPORTED };
    expect(await stateOf(deliveryId)).toEqual(failed);
    expect(await report(deliveryId, SUCCESS)).toBe(200);
    expect(await stateOf(deliveryId)).toEqual({ ...failed, receivedCnt: 1 });
  });

  it('with the success text is counted', async () => {
    const { deliveryId, accept } = await enqueue();
    await report(deliveryId, SUCCESS);
    await accept();
    await report(deliveryId, SUCCESS);
    expect(await stateOf(deliveryId)).toMatchObject({ state: 'delivered', note: null, receivedCnt: 2 });
  });

  it('counts while later recipients are still sent to', async () => {
    const { deliveryId, accept } = await enqueue();
    expect(await report(deliveryId, REFUSAL)).toBe(200);
    expect(await stateOf(deliveryId)).toMatchObject({ state: 'waiting', note: null });
    const note = { why: 'partlyRefused', detail: '1/3' } as const;
    await accept(note);
    expect(await stateOf(deliveryId)).toMatchObject({
      state: 'failed',
      deliveredAt: null,
      note: note,
      receiptText: REPORTED,
    });
  });

  it('of a webhook without a success text is shown beside the delivery', async () => {
    await database().db.updateTable('webhook').set({ successText: null }).execute();
    const early = await enqueue();
    await report(early.deliveryId, REFUSAL);
    await early.accept();
    const late = await enqueue();
    await late.accept();
    await report(late.deliveryId, REFUSAL);
    for (const { deliveryId } of [early, late])
      expect(await stateOf(deliveryId)).toMatchObject({ state: 'delivered', receiptText: REPORTED });
  });

  it('is forgotten when a person sends the message again', async () => {
    const { db } = database();
    const { deliveryId, accept } = await enqueue();
    await accept();
    await report(deliveryId, SUCCESS);
    await report(deliveryId, REFUSAL);
    await replayMessage(db, deliveryId, clock.now());
    const [again] = await findDueMessages(db, clock.now(), 10);
    if (!again) throw new Error('no message');
    await endMessage(db, again, 'delivered', null, clock.now());
    expect(await stateOf(deliveryId)).toMatchObject({
      state: 'delivered',
      receiptText: null,
      receivedCnt: 0,
    });
  });

  it('that reports a failure shows the receiver as failing until the relay confirms a message', async () => {
    const { db } = database();
    await insertCluster(db);
    const note = async () => (await loadDeliveryHealth(db, [webhookId])).get(webhookId)?.note;

    const first = await enqueue();
    await first.accept();
    expect(await openAlarms()).toEqual([]);
    await report(first.deliveryId, REFUSAL);
    expect(await note()).toEqual({ why: 'receiptFailed', detail: REPORTED });
    expect(await openAlarms()).toEqual([{ itemKey: `notify.${webhookId}` }]);

    const second = await enqueue();
    await second.accept();
    expect(await openAlarms()).toHaveLength(1);
    await report(second.deliveryId, SUCCESS);
    expect(await openAlarms()).toEqual([]);
    expect(await note()).toBeNull();
  });

  it('that reports a failure counts no more once a later message has met with none for five minutes', async () => {
    await insertCluster(database().db);
    const first = await enqueue();
    await first.accept();
    await report(first.deliveryId, REFUSAL);
    const second = await enqueue();
    await second.accept();
    expect(await openAlarms()).toHaveLength(1);
    clock.advance(UNREACHABLE_AFTER_MS);
    expect(await openAlarms()).toEqual([]);
  });
});
