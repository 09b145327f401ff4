import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { createLogger } from '@gwanje/backend/observe/logger';
import { AlarmId, UserNo } from '@gwanje/contract/definition/fields';
import type { EscalationStep, RotaPlan } from '@gwanje/contract/duty/duty-rotas';
import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { startMailReceiver } from '@gwanje/testkit/receivers/mail-receiver';
import { TestBrowserKeys } from '@gwanje/testkit/receivers/push-service';
import { addRows, changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { insertRow } from '../../../../platform/store/row-repository.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../../../testing/world.ts';
import { addRota, rotaPlan } from '../../../duty/testing/duty-things.ts';
import { pushPayloadOf } from '../../channels/push/push-payload.ts';
import { DeliveryFailure } from '../../clients/delivery-failure.ts';
import { MailClient } from '../../clients/mail-client.ts';
import { exampleFacts } from '../../message-facts.ts';
import { MessageSender } from '../../message-sender.ts';
import { Outbox } from '../outbox.ts';
import { findDueMessages } from '../outbox-repository.ts';
import { loadAlarmEscalation } from './alarm-escalation.ts';
import { escalateAlarms } from './escalate.ts';
import { listSentSteps, lockWaitingForStep } from './escalation-repository.ts';

const MINUTE_MS = 60_000;
const ORIGIN = 'https://gwanje.example.com';
const steps: readonly EscalationStep[] = [
  { to: 'first', afterMin: 5, minLevel: 1 },
  { to: 'second', afterMin: 15, minLevel: 1 },
  { to: 'lead', afterMin: 30, minLevel: 5 },
];

describeWithDatabase('escalation', (database) => {
  let clock: FakeClock;
  let people: Readonly<Record<'first' | 'second' | 'lead', number>>;
  let subGroupId: number;
  let metaGroupId: number;
  let hostId: number;
  let dutyRotaId: number;

  const db = () => database().db;
  const minute = (minutes: number) => clock.advance(minutes * MINUTE_MS);
  const escalate = () => escalateAlarms(db(), clock.now(), true);

  beforeEach(async () => {
    clock = new FakeClock();
    metaGroupId = await addMetaGroup(db(), null);
    subGroupId = await addSubGroup(db(), metaGroupId);
    const add = async () => {
      const { userNo, userId } = await addUser(db());
      await addMember(db(), userNo, subGroupId);
      await setEmail(userNo, `${userId}@example.com`);
      return userNo;
    };
    people = { first: await add(), second: await add(), lead: await add() };
    hostId = await addCluster(db(), subGroupId);
    // Other tests' rotas would escalate too.
    await db().deleteFrom('dutyRota').execute();
    await db().deleteFrom('outbox').execute();
    await db().deleteFrom('alarm').execute();
    dutyRotaId = await addRota(db(), { metaGroupId, subGroupId, now: clock.now() }, plan());
  });

  function plan(values: Partial<RotaPlan> = {}): RotaPlan {
    const { shiftList } = rotaPlan(people.first);
    const slotList = [{ firstUserNo: UserNo.parse(people.first), secondUserNo: UserNo.parse(people.second) }];
    return {
      ...rotaPlan(people.first),
      leadUserNo: UserNo.parse(people.lead),
      shiftList: shiftList.map((shift) => ({ ...shift, slotList })),
      stepList: [...steps],
      ...values,
    };
  }

  const setPlan = (values: Partial<RotaPlan>) =>
    changeRows(db(), 'dutyRota', { dutyRotaId }, { plan: JSON.stringify(plan(values)) });

  const setEmail = (userNo: number, email: string | null) =>
    db().updateTable('userAccount').set({ email }).where('userNo', '=', userNo).execute();

  async function raise(values: { level?: number; itemKey?: string } = {}): Promise<number> {
    const { rows } = await sql<{ alarmId: number }>`
      insert into alarm (alarm_id, host_id, object_key, item_key, target, object_name, type, level, confirm_level,
        occurred_at, last_occurred_at, changed_at, is_notified)
      select nextval('alarm_id_seq')::int, ${hostId}::int, 'cluster', ${values.itemKey ?? 'cluster.silent'}, 'cluster', 'c', 1,
        ${values.level ?? 5}::int, 1, ${clock.now()}::timestamptz, ${clock.now()}::timestamptz, ${clock.now()}::timestamptz, true
      returning alarm_id`.execute(db());
    return rows[0]?.alarmId ?? 0;
  }

  const change = (alarmId: number, values: object) =>
    db().updateTable('alarm').set(values).where('alarmId', '=', alarmId).execute();

  /** The steps that were sent, as `1 first` with the person who got them. */
  async function sentTo(alarmId: number): Promise<string[]> {
    const names = new Map(Object.entries(people).map(([role, userNo]) => [userNo, role]));
    return (await listSentSteps(db(), [alarmId])).map(
      ({ stepNo, userNo }) => `${stepNo + 1} ${names.get(userNo) ?? 'nobody'}`,
    );
  }

  function openOutbox(sender: MessageSender): Outbox {
    const logger = createLogger('server', 'silent');
    return new Outbox({ db: db(), sender, logger, now: clock.now, lease: ALWAYS_HELD });
  }

  it('goes from the first to the second to the lead while nobody acknowledges', async () => {
    const alarmId = await raise();
    minute(4);
    expect(await escalate()).toBe(0);
    minute(1);
    expect(await escalate()).toBe(1);
    expect(await escalate()).toBe(0);
    minute(10);
    await escalate();
    minute(15);
    await escalate();
    minute(600);
    await escalate();
    expect(await sentTo(alarmId)).toEqual(['1 first', '2 second', '3 lead']);
  });

  it('reads an alarm only while it waits for a step whose time has come', async () => {
    const waiting = async () =>
      (await lockWaitingForStep(db(), clock.now(), 0, 10)).map(({ alarmId }) => alarmId);
    const alarmId = await raise({ level: 1 });
    expect(await waiting()).toEqual([]);
    minute(5);
    expect(await waiting()).toEqual([alarmId]);
    await escalate();
    expect(await waiting()).toEqual([]);
    minute(10);
    await escalate();
    minute(60);
    // The third step is for critical alarms only.
    expect(await waiting()).toEqual([]);
    await change(alarmId, { level: 5 });
    expect(await waiting()).toEqual([alarmId]);
  });

  it('leaves out steps for critical alarms when the alarm is a warning', async () => {
    const alarmId = await raise({ level: 1 });
    for (const minutes of [5, 10, 15, 60]) {
      minute(minutes);
      await escalate();
    }
    expect(await sentTo(alarmId)).toEqual(['1 first', '2 second']);
  });

  it.each<[string, (alarmId: number) => Promise<unknown>]>([
    ['acknowledged', (alarmId) => change(alarmId, { confirmLevel: 2 })],
    ['recovered', (alarmId) => change(alarmId, { confirmLevel: 0, recoveredAt: clock.now() })],
    ['folded under another alarm', (alarmId) => change(alarmId, { parentAlarmId: 1 })],
    ['no longer covered', () => db().deleteFrom('dutyRota').where('dutyRotaId', '=', dutyRotaId).execute()],
  ])('stops when the alarm is %s', async (_what, stop) => {
    const alarmId = await raise();
    minute(5);
    await escalate();
    await stop(alarmId);
    minute(60);
    expect(await escalate()).toBe(0);
    expect(await sentTo(alarmId)).toEqual(['1 first']);
  });

  it('stops during a snooze and maintenance, and goes on step by step after them', async () => {
    const alarmId = await raise();
    const until = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS);
    const by = { hostId, reason: '', userName: 'a' };
    const snooze = { ...by, scope: 'cluster', name: '', untilAt: until(60), createdAt: clock.now() };
    await addRows(db(), 'alarmSnooze', snooze);
    minute(30);
    expect(await escalate()).toBe(0);
    const times = { fromAt: until(0), toAt: until(60), createdAt: clock.now() };
    await addRows(db(), 'maintenance', { ...by, subGroupId: null, ...times });
    minute(45);
    expect(await escalate()).toBe(0);
    minute(30);
    expect(await escalate()).toBe(1);
    minute(9);
    expect(await escalate()).toBe(0);
    minute(1);
    expect(await escalate()).toBe(1);
    expect(await sentTo(alarmId)).toEqual(['1 first', '2 second']);
  });

  it('begins anew when the alarm comes again', async () => {
    const alarmId = await raise();
    minute(5);
    await escalate();
    minute(20);
    const at = clock.now();
    await addRows(db(), 'alarmChange', { alarmId, at, change: 'reoccurred', confirmLevel: 1, level: 5 });
    expect(await escalate()).toBe(0);
    minute(5);
    await escalate();
    expect(await sentTo(alarmId)).toEqual(['1 first', '1 first']);
  });

  it('passes over people who cannot be reached, and says so', async () => {
    const alarmId = await raise();
    await setEmail(people.first, null);
    await db().updateTable('userAccount').set({ status: 2 }).where('userNo', '=', people.second).execute();
    minute(5);
    await escalate();
    const [step] = await listSentSteps(db(), [alarmId]);
    expect(step).toMatchObject({
      userNo: people.lead,
      stepTo: 'first',
      reachedAs: 'lead',
      skipped: [
        { role: 'first', why: 'noAddress' },
        { role: 'second', why: 'suspended' },
      ],
    });
  });

  it('goes to the lead in a gap, and is recorded when nobody can be reached', async () => {
    const alarmId = await raise();
    await setPlan({ validTo: '2000-01-01' });
    minute(5);
    await escalate();
    await setPlan({ validTo: '2000-01-01', leadUserNo: null });
    minute(10);
    await escalate();
    expect(await sentTo(alarmId)).toEqual(['1 lead', '2 nobody']);
    expect(await rowsOf(db(), 'outbox', { alarmId }, ['userNo'])).toEqual([{ userNo: people.lead }]);
  });

  it('does not write to somebody who does not see the group', async () => {
    const alarmId = await raise();
    await db().deleteFrom('subGroupMember').where('userNo', '=', people.first).execute();
    minute(5);
    await escalate();
    expect(await sentTo(alarmId)).toEqual(['1 second']);
  });

  it('sends each step once when two servers escalate at the same time', async () => {
    const ids = [];
    for (let cnt = 0; cnt < 15; cnt++) ids.push(await raise({ itemKey: `item.${cnt}` }));
    minute(5);
    const cnts = await Promise.all([escalate(), escalate(), escalate()]);
    const later = await escalate();
    expect(cnts.reduce((sum, cnt) => sum + cnt, later)).toBe(15);
    const rows = await listSentSteps(db(), ids);
    expect(rows.map(({ alarmId }) => alarmId).sort((a, b) => a - b)).toEqual(ids);
  });

  it('writes nothing when it is interrupted before the end of the transaction', async () => {
    const alarmId = await raise();
    minute(5);
    await db()
      .transaction()
      .execute(async (trx) => {
        await escalateAlarmsIn(trx);
        throw new Error('killed');
      })
      .catch(() => undefined);
    expect(await sentTo(alarmId)).toEqual([]);
    expect(await escalate()).toBe(1);
  });

  const escalateAlarmsIn = (trx: ReturnType<typeof db>) =>
    escalateAlarms(
      new Proxy(trx, {
        get: (target, name) =>
          name === 'transaction'
            ? () => ({ execute: (run: (inner: typeof trx) => unknown) => run(trx) })
            : Reflect.get(target, name),
      }),
      clock.now(),
      true,
    );

  it('sends one summary to a person for many alarms', async () => {
    for (let cnt = 0; cnt < 30; cnt++) await raise({ itemKey: `item.${cnt}` });
    minute(5);
    expect(await escalate()).toBe(1);
    const written = await rowsOf(db(), 'outbox', { userNo: people.first }, ['reason']);
    expect(written).toEqual([{ reason: 'summary' }]);
  });

  it('tells a person nothing about a group that the person may no longer see when the message is sent', async () => {
    await raise();
    minute(5);
    await escalate();
    await db().deleteFrom('subGroupMember').where('userNo', '=', people.first).execute();
    const due = await findDueMessages(db(), clock.now(), 50);
    expect(due).toMatchObject([{ target: null, whyNot: 'groupNotSeen' }]);
  });

  it('leaves out of a summary the alarms of groups that the person may no longer see', async () => {
    await changeRows(db(), 'dutyRota', { dutyRotaId }, { coversAll: true });
    const other = await addSubGroup(db(), metaGroupId);
    await addMember(db(), people.first, other);
    for (let cnt = 0; cnt < 12; cnt++) await raise({ itemKey: `item.${cnt}` });
    hostId = await addCluster(db(), other);
    for (let cnt = 0; cnt < 12; cnt++) await raise({ itemKey: `item.${cnt}` });
    minute(5);
    expect(await escalate()).toBe(1);
    const due = async () => (await findDueMessages(db(), clock.now(), 50))[0];
    expect((await due())?.payload).toMatchObject({ reason: 'summary', count: 24 });
    await db().deleteFrom('subGroupMember').where('subGroupId', '=', subGroupId).execute();
    expect((await due())?.payload).toMatchObject({ count: 12, list: { length: 12 } });
    await db().deleteFrom('subGroupMember').where('subGroupId', '=', other).execute();
    expect(await due()).toMatchObject({ target: null });
  });

  it('arrives as a mail that names the step, and is dropped when somebody acknowledges before it is sent', async () => {
    await using receiver = await startMailReceiver();
    const mail = new MailClient({ url: receiver.url, from: 'gwanje@example.com' });
    const http = { post: () => Promise.reject(new Error('no request expected')) };
    const outbox = openOutbox(new MessageSender({ http, mail }, ORIGIN));
    const [alarmId, other] = [await raise(), await raise({ itemKey: 'other' })];
    await setEmail(people.first, null);
    minute(5);
    await escalate();
    await change(other, { confirmLevel: 2 });
    await escalate();
    await outbox.sendDue();
    await outbox.close();
    mail.close();
    expect(receiver.received).toHaveLength(1);
    const text = Buffer.from(receiver.received[0]?.message ?? '').toString();
    expect(decoded(text)).toContain('1단계 에스컬레이션, 수신자: 2차 당직자');
    expect(decoded(text)).toContain('(이메일 주소와 알림 기기 없음)');
    const stateOf = async (id: number) =>
      (await rowsOf(db(), 'outbox', { alarmId: id }, ['state']))[0]?.state;
    expect([await stateOf(alarmId), await stateOf(other)]).toEqual(['delivered', 'dropped']);
  });

  describe('on devices', () => {
    async function addBrowser(userNo: number, values: { sessionHash?: Buffer | null } = {}) {
      const keys = new TestBrowserKeys();
      const pushSubscriptionId = await insertRow(db(), 'pushSubscription', {
        userNo,
        endpoint: `https://push.example.com/${crypto.randomUUID()}`,
        p256dh: keys.p256dh,
        auth: keys.auth,
        deviceName: 'Android',
        language: 'ko',
        sessionHash: Buffer.from('session'),
        createdAt: clock.now(),
        confirmedAt: clock.now(),
        ...values,
      });
      return { keys, pushSubscriptionId };
    }

    /** The receivers of the messages about an alarm, with their states. */
    const messagesAbout = (alarmId: number) =>
      rowsOf(db(), 'outbox', { alarmId }, ['userNo', 'pushSubscriptionId', 'state'], ['seq']);

    it('sends a step once by mail and once to each browser with notifications, whatever alarms the person chose', async () => {
      const own = [await addBrowser(people.first), await addBrowser(people.first)];
      await addBrowser(people.first, { sessionHash: null });
      await addBrowser(people.second);
      const choice = { minLevel: 5, sendsRecovery: true, updatedAt: clock.now() };
      await addRows(db(), 'pushSetting', { userNo: people.first, ...choice });
      const alarmId = await raise({ level: 1 });
      minute(5);
      expect(await escalate()).toBe(3);
      expect(await escalate()).toBe(0);
      const to = { userNo: people.first, state: 'waiting' };
      expect(await messagesAbout(alarmId)).toEqual([
        { ...to, pushSubscriptionId: null },
        ...own.map(({ pushSubscriptionId }) => ({ ...to, pushSubscriptionId })),
      ]);
      expect(await sentTo(alarmId)).toEqual(['1 first']);
    });

    it('reaches a person who has a device and no e-mail address, also without a mail server', async () => {
      await setEmail(people.first, null);
      await addBrowser(people.first);
      const ids = [await raise(), await raise({ itemKey: 'other' })];
      minute(5);
      expect(await escalateAlarms(db(), clock.now(), false)).toBe(2);
      for (const alarmId of ids) expect(await sentTo(alarmId)).toEqual(['1 first']);
    });

    it('sends the mail although the push service fails, and says what became of both', async () => {
      await using receiver = await startMailReceiver();
      const mail = new MailClient({ url: receiver.url, from: 'gwanje@example.com' });
      const failure = new DeliveryFailure('status', 'status 500', { status: 500 });
      const http = { post: () => Promise.reject(failure) };
      const outbox = openOutbox(new MessageSender({ http, mail }, ORIGIN, webPush.generateVAPIDKeys()));
      const send = async () => {
        await outbox.sendDue();
        await outbox.settled();
      };
      await setPlan({ stepList: [5, 6].map((afterMin) => ({ to: 'first', afterMin, minLevel: 1 })) });
      await addBrowser(people.first);
      const alarmId = await raise();
      minute(5);
      await escalate();
      await send();
      minute(1);
      await escalate();
      await send();
      mail.close();
      expect(receiver.received).toHaveLength(2);
      const row = { alarmId: AlarmId.parse(alarmId), level: 5, confirmLevel: 1, recoveredAt: null } as const;
      const alarm = { ...row, isSnoozed: false, isInMaintenance: false };
      const { sentList } = await loadAlarmEscalation(db(), alarm, clock.now());
      const byMail = { channel: 'email', state: 'delivered', note: null };
      const byPush = (note: object | null) => ({ channel: 'push', state: 'waiting', note });
      expect(sentList.map(({ deliveryList }) => deliveryList)).toEqual([
        [byMail, byPush({ why: 'status', detail: '500' })],
        [byMail, byPush(null)],
      ]);
      await change(alarmId, { confirmLevel: 2 });
      await escalate();
      const waiting = (await messagesAbout(alarmId)).filter(({ state }) => state === 'waiting');
      expect(waiting).toEqual([]);
    });

    it('names the step and no person on the screen of the device', () => {
      const skipped = [{ role: 'first', name: '김관제', why: 'noAddress' } as const];
      const escalation = { rotaName: '야간', step: 2, to: 'second', reachedAs: 'second', skipped } as const;
      const facts = { reason: 'escalated' as const, alarm: exampleFacts(clock.now()), escalation };
      expect(pushPayloadOf(facts, 'id', 'ko')).toMatchObject({
        title: expect.stringMatching(/^\[미확인 알람\] /),
        text: 'example / node-1 · ‘야간’ 2단계',
      });
    });
  });
});

/** The text part of a mail in base64 or quoted-printable. */
function decoded(mail: string): string {
  const [, body = ''] = mail.split(/\r?\n\r?\n/, 2);
  if (/content-transfer-encoding: base64/i.test(mail)) return Buffer.from(body, 'base64').toString();
  const bytes = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/((?:=[0-9A-F]{2})+)/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString());
  return bytes;
}
