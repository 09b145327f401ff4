import { endAllSessionsOfUser, endSession } from '@gwanje/backend/identity/sessions';
import { getAlarm } from '@gwanje/contract/alarms/alarms';
import {
  deletePushSubscription,
  getPushSetting,
  MAX_PUSH_DEVICES,
  PUSH_CONFIRMED_DAYS,
  savePushSetting,
  savePushSubscription,
  sendTestPush,
} from '@gwanje/contract/alarms/push';
import {
  openPushService,
  TestBrowserKeys,
  type TestPushService,
  vapidClaims,
} from '@gwanje/testkit/receivers/push-service';
import { changeRows, rowOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { podRecord, Sender, upserts } from '../../../pipeline/testing/batches.ts';
import { insertCluster } from '../../../pipeline/testing/test-pipeline.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { addMember, addUser, userNoOf } from '../../../testing/world.ts';
import { crashLooping } from '../../testing/records.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let service: TestPushService;
let hostId: number;
let sender: Sender;

beforeAll(async () => {
  app = await startTestApp({ environment: { GWANJE_OUTSIDE_ALLOW: '127.0.0.1' } });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate outbox, push_subscription, push_setting, session, alarm cascade`.execute(app.db);
  service = await openPushService();
  hostId = await insertCluster(app.db);
  await app.services.pipeline.clusterChanged(hostId);
  sender = new Sender(hostId);
});
afterEach(() => service[Symbol.asyncDispose]());

async function subGroupOf(ofHostId: number): Promise<number> {
  const { subGroupId } = await rowOf(app.db, 'cluster', { hostId: ofHostId }, ['subGroupId']);
  return subGroupId;
}

/** A browser in which the user is signed in and has turned notifications on. */
async function turnOn(userId: string, path = `/${userId}`) {
  const keys = new TestBrowserKeys();
  const token = await app.newToken(userId);
  const caller = app.withToken(token);
  const bodyAt = (at: string, replacedEndpoint?: string) => ({
    endpoint: `${service.origin}${at}`,
    p256dh: keys.p256dh,
    auth: keys.auth,
    language: 'ko' as const,
    replacedEndpoint,
  });
  const confirm = (by = caller) =>
    by.ok(savePushSubscription, {
      body: bodyAt(path),
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0' },
    });
  const { pushSubscriptionId } = await confirm();
  /** Titles and tags of the messages that arrived here. */
  const messages = () =>
    service.received
      .filter((one) => one.path === path)
      .map(({ body }) => JSON.parse(keys.decrypt(body)) as Record<string, unknown>);
  /** The browser replaces its subscription by itself. */
  const replace = (at: string, by = caller) =>
    by.call(savePushSubscription, { body: bodyAt(at, `${service.origin}${path}`) });
  return { caller, token, confirm, replace, pushSubscriptionId, messages, keys };
}

async function report(over: Parameters<Sender['next']>[1]): Promise<void> {
  await app.services.pipeline.accept(sender.next(app.clock.now().getTime(), over));
  await app.services.alarms.engine.evaluate(hostId);
  await app.services.notifications.sendNow();
}
const breakPod = (name = 'web') =>
  report({ inventory: [upserts({ ...crashLooping(name, app.clock.now().getTime()), owner: null })] });
const recoverPod = (name = 'web') =>
  report({ inventory: [upserts(podRecord(name, app.clock.now().getTime(), { owner: null }))] });

async function expectDropped(why: string): Promise<void> {
  const rows = await app.db.selectFrom('outbox').select(['state', 'note']).execute();
  expect(rows).toEqual([{ state: 'dropped', note: { why, detail: null } }]);
}

/** The time of the next attempt comes. */
async function retry(): Promise<void> {
  app.clock.advance(60_000);
  await app.services.notifications.sendNow();
}

const titles = (messages: readonly Record<string, unknown>[]) => messages.map(({ title }) => title);

describe('a notification on a device', () => {
  it('is encrypted for the browser, signed by the installation, and says only what, where and when', async () => {
    const { caller, messages } = await turnOn('total');
    await breakPod();
    const [request] = service.received;
    const [message] = messages();
    const { publicKey: key } = await caller.ok(getPushSetting);
    const claims = vapidClaims(request?.headers.authorization ?? '');
    expect(claims).toMatchObject({ key, aud: service.origin });
    const coding = { 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' };
    expect(request?.headers).toMatchObject({ ...coding, topic: String(message?.tag) });
    expect(request?.body.includes('web')).toBe(false);
    const { alarmId } = await app.db.selectFrom('alarm').select('alarmId').executeTakeFirstOrThrow();
    expect(message).toEqual({
      title: '[심각] 반복 재시작(CrashLoop)',
      text: expect.stringContaining(' / web'),
      level: 'critical',
      isOver: false,
      at: app.clock.now().toISOString(),
      link: `/alarm-list?alarmId=${alarmId}`,
      tag: `gwanje-${alarmId}`,
    });
  });

  it('is sent once for each change of an alarm, with one tag, and the delivery is recorded for its person only', async () => {
    const { caller, messages, pushSubscriptionId } = await turnOn('total');
    const other = await app.signIn('key');
    await breakPod();
    await report({});
    await recoverPod();
    expect(titles(messages())).toEqual(['[심각] 반복 재시작(CrashLoop)', '[복구] 반복 재시작(CrashLoop)']);
    expect(new Set(messages().map(({ tag }) => tag)).size).toBe(1);
    const { alarmId } = await app.db.selectFrom('alarm').select('alarmId').executeTakeFirstOrThrow();
    const { deliveryList } = await caller.ok(getAlarm, { params: { alarmId } });
    expect(deliveryList).toMatchObject([
      { webhookName: 'Chrome · Android', reason: 'occurred', state: 'delivered', isReplayable: false },
      { webhookName: 'Chrome · Android', reason: 'recovered', state: 'delivered' },
    ]);
    expect((await other.ok(getAlarm, { params: { alarmId } })).deliveryList).toEqual([]);
    const { deviceList } = await caller.ok(getPushSetting);
    expect(deviceList).toMatchObject([
      { pushSubscriptionId, deviceName: 'Chrome · Android', isActive: true, note: null },
    ]);
    expect(deviceList[0]?.lastSuccessAt).toBe(app.clock.now().toISOString());
  });

  it('comes only for groups that the person sees now, and only for those that the person chose', async () => {
    const subGroupId = await subGroupOf(hostId);
    const otherId = await subGroupOf(await insertCluster(app.db));
    const { userId, userNo } = await addUser(app.db, { role: 2 });
    const device = await turnOn(userId);
    await breakPod('a');
    expect(device.messages()).toEqual([]);
    await addMember(app.db, userNo, subGroupId);
    await addMember(app.db, userNo, otherId);
    await breakPod('b');
    expect(device.messages()).toHaveLength(1);
    const critical = { minLevel: 5, sendsRecovery: false, quietHours: null } as const;
    const choose = (...forSubGroupIdList: number[]) =>
      device.caller.ok(savePushSetting, { body: { ...critical, forSubGroupIdList } });
    await choose(otherId);
    await breakPod('c');
    expect(device.messages()).toHaveLength(1);
    await choose(subGroupId);
    await breakPod('d');
    expect(device.messages()).toHaveLength(2);
    await recoverPod('d');
    expect(device.messages()).toHaveLength(2);
  });

  it('of a warning waits for the end of the quiet hours of its person; a critical one comes at once', async () => {
    const { caller, messages } = await turnOn('total');
    const nowMs = app.clock.now().getTime();
    const clock = (offsetMin: number) => new Date(nowMs + offsetMin * 60_000).toISOString().slice(11, 16);
    const everyDay = [1, 2, 3, 4, 5, 6, 7];
    const quietHours = { timeZone: 'UTC', dayList: everyDay, from: clock(-60), to: clock(60) };
    const body = { minLevel: 1 as const, sendsRecovery: true, quietHours, forSubGroupIdList: null };
    await caller.ok(savePushSetting, { body });
    expect(await caller.ok(getPushSetting)).toMatchObject({ quietHours });
    await report({ inventory: [upserts(podRecord('job', nowMs, { phase: 'Failed', owner: null }))] });
    await breakPod('web');
    expect(titles(messages())).toEqual(['[심각] 반복 재시작(CrashLoop)']);
    app.clock.advance(61 * 60_000);
    await app.services.notifications.sendNow();
    expect(messages()).toHaveLength(2);
    expect(messages()[1]).toMatchObject({ level: 'warning', tag: 'gwanje-summary' });
  });

  it('becomes one summary when many alarms come at once', async () => {
    const { messages } = await turnOn('total');
    const atMs = app.clock.now().getTime();
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const pods = names.map((name) => ({ ...crashLooping(name, atMs), owner: null }));
    await report({ inventory: [upserts(...pods)] });
    await app.services.notifications.sendNow();
    expect(messages()).toHaveLength(6);
    const title = '[심각] 한꺼번에 발생한 알람 7건';
    expect(messages().at(-1)).toMatchObject({ title, link: '/alarm-list', tag: 'gwanje-summary' });
  });
});

describe('a device gets nothing', () => {
  it('after the person signed out on it, until the next sign-in there', async () => {
    const { token, confirm, messages, caller } = await turnOn('total');
    await endSession(app.db, token);
    await breakPod('a');
    expect(messages()).toEqual([]);
    const again = await app.signIn('total');
    expect((await again.ok(getPushSetting)).deviceList).toMatchObject([{ isActive: false }]);
    await confirm(again);
    await breakPod('b');
    expect(messages()).toHaveLength(1);
    expect(await caller.call(getPushSetting)).toMatchObject({ code: 9999 });
  });

  it('after all sessions of the person were ended, also those that had ended by time', async () => {
    const { messages } = await turnOn('total');
    await app.db.deleteFrom('session').execute();
    await breakPod('a');
    expect(messages()).toHaveLength(1);
    await endAllSessionsOfUser(app.db, await userNoOf(app.db, 'total'));
    await breakPod('b');
    expect(messages()).toHaveLength(1);
  });

  it('while its person is suspended, and when nobody signed in on it for a month', async () => {
    const { messages } = await turnOn('total');
    await app.db.updateTable('userAccount').set({ status: 3 }).where('userId', '=', 'total').execute();
    await breakPod('a');
    await app.db.updateTable('userAccount').set({ status: 1 }).where('userId', '=', 'total').execute();
    const confirmedAt = new Date(app.clock.now().getTime() - PUSH_CONFIRMED_DAYS * DAY_MS);
    await changeRows(app.db, 'pushSubscription', {}, { confirmedAt });
    await breakPod('b');
    expect(messages()).toEqual([]);
  });

  it('of what waited for a person who signed out meanwhile', async () => {
    const { token, messages } = await turnOn('total');
    service.answers.set('/total', 503);
    await breakPod();
    expect(service.received).toHaveLength(1);
    await endSession(app.db, token);
    service.answers.clear();
    await retry();
    expect(messages()).toHaveLength(1);
    await expectDropped('browserOff');
  });

  it('of what waited about a group that the person no longer sees', async () => {
    const subGroupId = await subGroupOf(hostId);
    const { userId, userNo } = await addUser(app.db, { role: 2 });
    await addMember(app.db, userNo, subGroupId);
    const { messages } = await turnOn(userId);
    service.answers.set(`/${userId}`, 503);
    await breakPod();
    await app.db.deleteFrom('subGroupMember').where('userNo', '=', userNo).execute();
    service.answers.clear();
    await retry();
    expect(messages()).toHaveLength(1);
    await expectDropped('groupNotSeen');
  });

  it('of another person who used the browser before', async () => {
    const before = await turnOn('total', '/shared');
    service.answers.set('/shared', 503);
    await breakPod('a');
    service.answers.clear();
    const after = await turnOn('key', '/shared');
    expect(after.pushSubscriptionId).not.toBe(before.pushSubscriptionId);
    expect((await before.caller.ok(getPushSetting)).deviceList).toEqual([]);
    const { length } = service.received;
    await retry();
    expect(service.received).toHaveLength(length);
  });
});

describe('a browser that replaces its subscription', () => {
  it('stays the same device, and gets what waited for it at the new address', async () => {
    const { caller, replace, pushSubscriptionId } = await turnOn('total');
    service.answers.set('/total', 503);
    await breakPod();
    expect((await replace('/renewed')).data).toEqual({ pushSubscriptionId });
    await retry();
    expect(service.received.map(({ path }) => path)).toEqual(['/total', '/renewed']);
    expect((await caller.ok(getPushSetting)).deviceList).toMatchObject([{ pushSubscriptionId }]);
  });

  it('does not take over the device of another person', async () => {
    const { replace, messages } = await turnOn('total');
    const taken = await replace('/taken', await app.signIn('key'));
    expect(taken).toMatchObject({ code: 8003, data: { field: 'replacedEndpoint' } });
    await breakPod();
    expect(messages()).toHaveLength(1);
    expect(service.received.map(({ path }) => path)).toEqual(['/total']);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the subscription', async (status) => {
    const { caller, messages } = await turnOn('total');
    service.answers.set('/total', status);
    await breakPod();
    expect((await caller.ok(getPushSetting)).deviceList).toEqual([]);
    await expectDropped('subscriptionEnded');
    await recoverPod();
    expect(messages()).toHaveLength(1);
  });

  it('that fails is tried again, and its error is shown with the device', async () => {
    const { caller, messages } = await turnOn('total');
    service.answers.set('/total', 500);
    await breakPod();
    const note = { why: 'status', detail: '500' };
    expect((await caller.ok(getPushSetting)).deviceList).toMatchObject([{ note }]);
    service.answers.clear();
    app.clock.advance(10_000);
    await app.services.notifications.sendNow();
    expect(messages()).toHaveLength(2);
    expect((await caller.ok(getPushSetting)).deviceList).toMatchObject([{ note: null }]);
  });

  it.each(['https://10.1.2.3/push', 'https://example.com/push', 'http://fcm.googleapis.com/fcm/send/x'])(
    'is not accepted at %s',
    async (endpoint) => {
      const total = await app.signIn('total');
      const { p256dh, auth } = new TestBrowserKeys();
      const body = { endpoint, p256dh, auth, language: 'ko' };
      const data = { field: 'endpoint', reason: 'unknownPushService' };
      expect(await total.call(savePushSubscription, { body })).toMatchObject({ status: 400, data });
    },
  );
});

describe('the devices of a person', () => {
  it('are turned off by that person alone', async () => {
    const { caller, pushSubscriptionId, messages } = await turnOn('total');
    const other = await app.signIn('key');
    await other.ok(deletePushSubscription, { params: { pushSubscriptionId } });
    const test = await other.ok(sendTestPush, { params: { pushSubscriptionId } });
    expect(test).toMatchObject({ isDelivered: false, reason: 'gone' });
    expect((await caller.ok(getPushSetting)).deviceList).toHaveLength(1);
    await caller.ok(deletePushSubscription, { params: { pushSubscriptionId } });
    await caller.ok(deletePushSubscription, { params: { pushSubscriptionId } });
    await breakPod();
    expect(messages()).toEqual([]);
    const audited = app.db.selectFrom('audit').select('action').where('action', 'like', 'push.%');
    const actions = await audited.orderBy('auditId', 'desc').limit(2).execute();
    expect(actions.map(({ action }) => action)).toEqual(['push.off', 'push.on']);
  });

  it('get a test notification, and say why one did not come', async () => {
    const { caller, pushSubscriptionId, messages } = await turnOn('total');
    const test = () => caller.ok(sendTestPush, { params: { pushSubscriptionId } });
    expect(await test()).toEqual({ isDelivered: true, status: 201, reason: null });
    expect(titles(messages())).toEqual([expect.stringMatching(/^\[테스트\] /)]);
    service.answers.set('/total', 500);
    expect(await test()).toEqual({ isDelivered: false, status: 500, reason: 'status' });
    service.answers.set('/total', 410);
    expect(await test()).toEqual({ isDelivered: false, status: 410, reason: 'gone' });
    expect((await caller.ok(getPushSetting)).deviceList).toEqual([]);
  });

  it('are at most ten: the one that was used longest ago is dropped', async () => {
    for (let index = 0; index <= MAX_PUSH_DEVICES; index++) {
      await turnOn('total', `/${index}`);
      app.clock.advance(1000);
    }
    const caller = await app.signIn('total');
    expect((await caller.ok(getPushSetting)).deviceList).toHaveLength(MAX_PUSH_DEVICES);
    await breakPod();
    expect(service.received.map(({ path }) => path)).not.toContain('/0');
  });
});
