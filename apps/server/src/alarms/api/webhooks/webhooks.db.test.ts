import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { insertTemplate, listTemplateHistory } from '@gwanje/contract/alarms/alarm-templates';
import { getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { endMaintenance, insertMaintenance, listMaintenance } from '@gwanje/contract/alarms/silences';
import {
  deleteWebhook,
  insertWebhook,
  listWebhookKinds,
  listWebhooks,
  replayDelivery,
  sendTestWebhook,
  updateWebhook,
} from '@gwanje/contract/alarms/webhooks';
import { templateChangeTypes } from '@gwanje/domain/mappings/labels';
import { changeRows, rowOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { makeWorld, type World } from '../../../testing/example-world.ts';
import { type Caller, startTestApp, type TestApp, uniqueName } from '../../../testing/test-app.ts';
import { addUser, userNoOf } from '../../../testing/world.ts';
import { exampleFacts } from '../../notifications/message-facts.ts';

let app: TestApp;
let total: Caller;
let group: Caller;
let user: Caller;
/** Objects of the group admin. */
let world: World;
let receiver: Server;
let address: string;
const received: Record<string, string>[] = [];
let status = 200;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    if (status === 200) received.push(body);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/secret-path`;
  app = await startTestApp({ environment: { GWANJE_OUTSIDE_ALLOW: '127.0.0.1' } });
  [total, group, user] = [await app.signIn('total'), await app.signIn('group'), await app.signIn('user')];
  world = await makeWorld(app, await userNoOf(app.db, 'group'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  receiver.closeAllConnections();
  receiver.close();
});

const settings = (name: string) => ({
  name,
  kind: 'json' as const,
  url: address,
  recipientList: [],
  bodyTemplate: null,
  language: 'ko' as const,
  minLevel: 1 as const,
  isOn: true,
  sendsRecovery: true,
  hours: null,
  quietHours: null,
  forSubGroupIdList: null,
  escalateAfterMin: null,
});

describe('webhooks', () => {
  it('are added, changed and deleted; a concurrent change is a conflict', async () => {
    const { ownTemplateId: alarmTemplateId, subGroupId } = world;
    const mine = { ...settings('관제 채널'), forSubGroupIdList: [subGroupId], escalateAfterMin: 10 };
    const { webhookId } = await group.ok(insertWebhook, { body: { alarmTemplateId, ...mine } });
    const find = async () => {
      const { webhookList, isChangeable } = await group.ok(listWebhooks, { params: { alarmTemplateId } });
      expect(isChangeable).toBe(true);
      return webhookList.find((one) => one.webhookId === webhookId);
    };
    expect(await find()).toMatchObject({ ...mine, version: 0, waitingCnt: 0, failedCnt: 0, note: null });
    const taken = await group.call(insertWebhook, { body: { alarmTemplateId, ...settings('관제 채널') } });
    expect([taken.code, taken.data]).toEqual([8004, { field: 'name', reason: 'taken' }]);
    await group.ok(updateWebhook, { body: { webhookId, ...mine, minLevel: 5, version: 0 } });
    expect(await find()).toMatchObject({ minLevel: 5, version: 1 });
    const late = await group.call(updateWebhook, { body: { webhookId, ...mine, version: 0 } });
    expect([late.code, late.data.reason]).toEqual([8004, 'changedMeanwhile']);
    await group.ok(updateWebhook, { body: { webhookId, ...mine, name: '야간 채널' } });
    await group.ok(deleteWebhook, { params: { webhookId } });
    expect(await find()).toBeUndefined();
    const params = { id: alarmTemplateId, pageNo: 1, pageCnt: 4 };
    const { list } = await group.ok(listTemplateHistory, { params, body: { _method: 'get' } });
    const changeType = templateChangeTypes.infoChanged;
    const details = ['야간 채널', '관제 채널 → 야간 채널', '관제 채널', '관제 채널'];
    expect(list).toMatchObject(details.map((detail) => ({ changeType, detail })));
  });

  const always = { dayList: [1], from: '00:00', to: '01:00' };
  it.each([
    ['an unknown variable', { bodyTemplate: '{{podName}}' }, 'bodyTemplate'],
    ['mail without recipients', { kind: 'email', url: null }, 'recipientList'],
    ['mail with a URL', { kind: 'email', recipientList: ['a@example.com'] }, 'url'],
    ['a webhook without a URL', { url: null }, 'url'],
    ['an unknown time zone', { hours: { ...always, timeZone: 'Mars/A' } }, 'hours.timeZone'],
  ])('refuse %s', async (_name, wrong, field) => {
    const body = { alarmTemplateId: world.ownTemplateId, ...settings('x'), ...wrong };
    const answer = await group.call(insertWebhook, { body });
    expect([answer.code, answer.data.field]).toEqual([8002, field]);
  });

  it('refuse groups that the caller does not see', async () => {
    const foreign = await makeWorld(app, await userNoOf(app.db, 'total'));
    const limited = { ...settings('x'), forSubGroupIdList: [foreign.subGroupId] };
    const body = { alarmTemplateId: world.ownTemplateId, ...limited };
    expect((await group.call(insertWebhook, { body })).code).toBe(8003);
  });

  it('mask the address for users who may not change it, and in the audit log', async () => {
    const { alarmTemplateId } = world;
    const hidden = { ...settings('hidden'), bodyTemplate: '{"key":"k"}' };
    const { webhookId } = await total.ok(insertWebhook, { body: { alarmTemplateId, ...hidden } });
    const params = { alarmTemplateId };
    const { webhookList, isChangeable } = await group.ok(listWebhooks, { params });
    expect(isChangeable).toBe(false);
    const masked = { webhookId, url: `${new URL(address).origin}/…`, bodyTemplate: null };
    expect(webhookList).toMatchObject([masked]);
    expect((await total.ok(listWebhooks, { params })).webhookList).toMatchObject([{ url: address }]);
    const audit = await app.db.selectFrom('audit').select('detail').execute();
    expect(JSON.stringify(audit)).not.toContain('secret-path');
    await total.ok(deleteWebhook, { params: { webhookId } });
  });

  it('record their template and groups in the audit log, before and after a change', async () => {
    const { alarmTemplateId, subGroupId } = world;
    const limited = { ...settings('limited'), forSubGroupIdList: [subGroupId] };
    const { webhookId } = await total.ok(insertWebhook, { body: { alarmTemplateId, ...limited } });
    const { version } = await total.ok(updateWebhook, { body: { webhookId, version: 0, ...limited } });
    await total.ok(updateWebhook, { body: { webhookId, version, ...settings('limited') } });
    await total.ok(deleteWebhook, { params: { webhookId } });
    const record = (action: string, forSubGroupIdList: number[] | null) => ({
      action: `webhook.${action}`,
      detail: { alarmTemplateId, forSubGroupIdList },
    });
    expect(await auditOf(app.db, 'webhook', webhookId)).toMatchObject([
      record('insert', [subGroupId]),
      record('update', [subGroupId]),
      record('update', null),
      record('delete', null),
    ]);
  });

  it('list the channels with their bodies and whether each is available', async () => {
    const { kindList, variableList } = await group.ok(listWebhookKinds);
    const kinds = ['json', 'slack', 'teams', 'custom', 'email', 'naverWorks', 'jandi', 'telegram'];
    expect(kindList.map(({ kind }) => kind)).toEqual([...kinds, 'pagerDuty', 'kakaoRelay']);
    expect(kindList.filter(({ isAvailable }) => !isAvailable)).toMatchObject([{ kind: 'email' }]);
    expect(variableList).toContain('summary');
  });
});

describe('a test message', () => {
  const test = (over: object = {}) => {
    const how = { kind: 'json', url: address, bodyTemplate: null, language: 'en' };
    return { body: { alarmTemplateId: world.ownTemplateId, ...how, ...over } };
  };

  it('contains the requested alarm, or the latest one that the caller may see', async () => {
    const answer = await group.ok(sendTestWebhook, test({ alarmId: world.alarmId }));
    expect(answer).toMatchObject({ isDelivered: true, status: 200, reason: null, alarmId: world.alarmId });
    expect(received.at(-1)).toMatchObject({ reason: 'test', name: 'web', alarmId: String(world.alarmId) });
    const { alarmId } = await group.ok(sendTestWebhook, test());
    expect(alarmId).not.toBeNull();
    await group.ok(getAlarm, { params: { alarmId } });
  });

  it('names who is on duty for the group of its alarm, or the roles in an example', async () => {
    const { userId: dutyFirst } = await rowOf(app.db, 'userAccount', { userNo: world.userNo }, ['userId']);
    await group.ok(sendTestWebhook, test({ alarmId: world.alarmId }));
    expect(received.at(-1)).toMatchObject({ dutyFirst });
    const admin = await addUser(app.db, { role: 3 });
    const seesNoAlarm = await app.signIn(admin.userId);
    const body = { name: uniqueName('template') };
    const { alarmTemplateId } = await seesNoAlarm.ok(insertTemplate, { body });
    const answer = await seesNoAlarm.ok(sendTestWebhook, test({ alarmTemplateId }));
    expect(answer).toMatchObject({ isDelivered: true, alarmId: null });
    expect(received.at(-1)).toMatchObject({ name: 'node-1', dutyFirst: 'first on duty', dutyLead: 'lead' });
  });

  it('refuses an alarm that the caller may not see', async () => {
    const foreign = await makeWorld(app, await userNoOf(app.db, 'total'));
    expect((await group.call(sendTestWebhook, test({ alarmId: foreign.alarmId }))).code).toBe(8003);
  });

  it.each([
    ['inside', { url: 'http://10.0.0.1/' }],
    ['inside', { url: 'http://[::ffff:10.0.0.1]/' }],
    ['noMailServer', { kind: 'email', url: null, recipientList: ['a@example.com'] }],
    ['connection', { url: 'http://127.0.0.1:1/' }],
  ])('reports the cause of a failure: %s', async (reason, over) => {
    expect(await group.ok(sendTestWebhook, test(over))).toMatchObject({ isDelivered: false, reason });
  });

  it('holds no transaction while it waits for the receiver', async () => {
    const answerReleased = Promise.withResolvers<void>();
    const requestArrived = Promise.withResolvers<void>();
    const slow = createServer(async (_request, response) => {
      requestArrived.resolve();
      await answerReleased.promise;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const sending = group.ok(sendTestWebhook, test({ url }));
    await requestArrived.promise;
    const body = { alarmTemplateId: world.ownTemplateId, ...settings('meanwhile') };
    await group.ok(insertWebhook, { body });
    answerReleased.resolve();
    expect(await sending).toMatchObject({ isDelivered: true });
    slow.close();
  });
});

describe('a failed delivery', () => {
  it('raises an alarm, can be resent on request, and the alarm then recovers', async () => {
    const { webhookId, deliveryId, ownTemplateId, hostId, alarmId } = world;
    await changeRows(app.db, 'cluster', { hostId }, { alarmTemplateId: ownTemplateId });
    await app.db.updateTable('webhook').set({ url: address }).where('webhookId', '=', webhookId).execute();
    const now = app.clock.now();
    await changeRows(app.db, 'outbox', { deliveryId }, { lastAttemptAt: now });
    await app.services.notifications.checkReceivers();
    const receiverAlarms = async () => {
      const params = { pageNo: 1, pageCnt: 100 };
      const { list } = await total.ok(listAlarms, { params, body: { filter: { hostId } } });
      return list
        .filter(({ itemKey }) => itemKey === `notify.${webhookId}`)
        .map(({ level, confirmLevel }) => `level ${level} at ${confirmLevel}`);
    };
    expect(await receiverAlarms()).toEqual(['level 5 at 1']);
    // The unreachable receiver gets no message about its own failure.
    const sent = await app.db.selectFrom('outbox').selectAll().where('reason', '=', 'occurred').execute();
    expect(sent.filter((row) => row.alarmId !== alarmId && row.webhookId === webhookId)).toEqual([]);
    const isResendOffered = async () => {
      const { deliveryList } = await group.ok(getAlarm, { params: { alarmId } });
      return deliveryList.map(({ isReplayable }) => isReplayable);
    };
    const giveTemplateTo = async (name: string) => {
      const ownerUserNo = await userNoOf(app.db, name);
      await changeRows(app.db, 'alarmTemplate', { alarmTemplateId: ownTemplateId }, { ownerUserNo });
    };
    await giveTemplateTo('total');
    expect(await isResendOffered()).toEqual([false]);
    await giveTemplateTo('group');
    expect(await isResendOffered()).toEqual([true]);
    expect((await user.call(replayDelivery, { params: { deliveryId } })).code).toBe(8005);
    await group.ok(replayDelivery, { params: { deliveryId } });
    expect((await group.call(replayDelivery, { params: { deliveryId } })).code).toBe(8004);
    expect(await isResendOffered()).toEqual([false]);
    const alarm = { ...exampleFacts(now), alarmId, cluster: 'c', name: 'web' };
    const payload = JSON.stringify({ reason: 'occurred', alarm });
    await changeRows(app.db, 'outbox', { deliveryId }, { payload });
    app.clock.advance(1000);
    await app.services.notifications.sendNow();
    expect(received.map((one) => one.deliveryId)).toContain(deliveryId);
    await app.services.notifications.checkReceivers();
    expect(await receiverAlarms()).toEqual(['level 5 at 0']);
    const { deliveryList } = await group.ok(getAlarm, { params: { alarmId } });
    expect(deliveryList).toMatchObject([{ deliveryId, state: 'delivered', heldFor: null }]);
    const metrics = await app.app.inject({ url: '/metrics' });
    expect(metrics.body).toContain('gwanje_delivery_attempts_total{outcome="delivered"');
  });

  it('stays waiting for a retry, and the webhook shows the error', async () => {
    const { webhookId, ownTemplateId: alarmTemplateId, deliveryId } = world;
    status = 500;
    const again = { state: 'waiting' as const, attemptCnt: 0, nextAttemptAt: app.clock.now() };
    await changeRows(app.db, 'outbox', { deliveryId }, again);
    app.clock.advance(1000);
    await app.services.notifications.sendNow();
    status = 200;
    const { webhookList } = await group.ok(listWebhooks, { params: { alarmTemplateId } });
    const note = { why: 'status', detail: '500' };
    const found = webhookList.find((one) => one.webhookId === webhookId);
    expect(found).toMatchObject({ waitingCnt: 1, note });
  });
});

describe('a maintenance window', () => {
  it('is planned, marks alarms while it runs, and ends early', async () => {
    const { hostId, subGroupId, alarmId } = await makeWorld(app, await userNoOf(app.db, 'group'));
    await app.db.deleteFrom('maintenance').where('hostId', '=', hostId).execute();
    const nowMs = app.clock.now().getTime();
    const at = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
    const mark = async () => (await group.ok(getAlarm, { params: { alarmId } })).isInMaintenance;
    expect(await mark()).toBe(false);
    const { maintenanceId } = await group.ok(insertMaintenance, {
      body: { of: { scope: 'subGroup', subGroupId }, fromAt: at(1), toAt: at(3), reason: '정기 점검' },
    });
    const find = async () => {
      const { maintenanceList } = await group.ok(listMaintenance);
      return maintenanceList.find((one) => one.maintenanceId === maintenanceId);
    };
    expect(await find()).toMatchObject({ state: 'planned', scope: 'subGroup', isChangeable: true });
    app.clock.advance(2 * 3_600_000);
    expect(await find()).toMatchObject({ state: 'running' });
    expect(await mark()).toBe(true);
    await group.ok(endMaintenance, { params: { maintenanceId } });
    expect(await find()).toMatchObject({ state: 'ended', toAt: at(2) });
    expect(await mark()).toBe(false);
    expect((await group.call(endMaintenance, { params: { maintenanceId } })).code).toBe(8004);
    const { maintenanceList } = await user.ok(listMaintenance);
    expect(maintenanceList.map((one) => one.maintenanceId)).not.toContain(maintenanceId);
  });

  it.each([
    ['in the past', -2, -1, 'past'],
    ['backwards', 2, 1, 'past'],
    ['longer than a month', 0, 32 * 24, 'tooLong'],
  ])('refuses a time span that is %s', async (_name, from, to, reason) => {
    const nowMs = app.clock.now().getTime();
    const at = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
    const body = { of: { scope: 'cluster', hostId: world.hostId }, fromAt: at(from), toAt: at(to) };
    const answer = await group.call(insertMaintenance, { body });
    expect([answer.code, answer.data]).toEqual([8002, { field: 'toAt', reason }]);
  });
});
