import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { addRow, addRows, changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  containerRecord,
  deletes,
  nodeRecord,
  podRecord,
  readiness,
  Sender,
  upserts,
} from '../../../pipeline/testing/batches.ts';
import {
  insertCluster,
  openTestMetrics,
  openTestPipeline,
  type TestMetrics,
  type TestPipeline,
} from '../../../pipeline/testing/test-pipeline.ts';
import type { AlarmEngine } from '../../engine/alarm-engine.ts';
import { crashLooping } from '../../testing/records.ts';
import { openTestEngine } from '../../testing/test-engine.ts';
import { MessageFacts } from '../message-facts.ts';
import { addWebhook } from '../testing/webhooks.ts';
import { releaseHeldEarly } from './outbox-repository.ts';
import { releaseHeld } from './release-held.ts';

const MINUTE_MS = 60_000;
/** The test clock starts on a Monday at 18:30 in Seoul. */
const evening: Hours = { timeZone: 'Asia/Seoul', dayList: [1], from: '18:00', to: '20:00' };
const morning: Hours = { ...evening, from: '06:00', to: '09:00' };

describeWithDatabase('messages about alarms', (database) => {
  let metrics: TestMetrics;
  let collected: TestPipeline;
  let engine: AlarmEngine;
  let hostId: number;
  let sender: Sender;

  beforeAll(async () => {
    metrics = await openTestMetrics();
  });
  afterAll(() => metrics[Symbol.asyncDispose]());
  beforeEach(async () => {
    const { db } = database();
    hostId = await insertCluster(db);
    collected = await openTestPipeline(db, metrics);
    sender = new Sender(hostId);
    engine = await openTestEngine({ db, live: collected.live, now: collected.clock.now });
  });
  afterEach(async () => {
    await database().db.deleteFrom('webhook').execute();
    await database().db.deleteFrom('outbox').execute();
    await engine.close();
    await collected[Symbol.asyncDispose]();
  });

  const now = () => collected.clock.now();
  const nowMs = () => now().getTime();
  const advanceMinutes = (minutes: number) => collected.clock.advance(minutes * MINUTE_MS);
  const webhook = (values: Parameters<typeof addWebhook>[2]) => addWebhook(database().db, now(), values);

  async function report(over: Parameters<Sender['next']>[1] = {}): Promise<void> {
    await collected.pipeline.accept(sender.next(nowMs(), over));
    await engine.evaluate(hostId);
  }
  /** Pods without an owner are not folded. */
  const breakPod = (name = 'web') =>
    report({ inventory: [upserts({ ...crashLooping(name, nowMs()), owner: null })] });
  const recoverPod = (name = 'web') =>
    report({ inventory: [upserts(podRecord(name, nowMs(), { owner: null }))] });

  /** A pod that is not ready raises a warning. */
  const notReady = (name: string) => {
    const containers = [containerRecord('main', nowMs(), { isReady: false })];
    return podRecord(name, nowMs(), { owner: null, containers });
  };

  async function messages(): Promise<string[]> {
    const rows = await rowsOf(database().db, 'outbox', {}, '*', ['seq']);
    return rows.map(({ webhookName, reason, state, heldFor, payload }) => {
      const facts = MessageFacts.parse(payload);
      const about = 'alarm' in facts ? facts.alarm.name : `${facts.why} ${facts.count}`;
      return `${webhookName} ${reason} ${about}: ${state === 'held' ? `held for ${heldFor}` : state}`;
    });
  }

  it('are written with each change, one for each receiver', async () => {
    await webhook({ name: 'all' });
    await webhook({ name: 'noRecovery', sendsRecovery: false });
    await webhook({ name: 'off', isOn: false });
    await breakPod();
    await report();
    await recoverPod();
    advanceMinutes(1);
    await breakPod();
    expect(await messages()).toEqual([
      'all occurred web: waiting',
      'noRecovery occurred web: waiting',
      'all recovered web: waiting',
      'all reoccurred web: waiting',
      'noRecovery reoccurred web: waiting',
    ]);
    await report({ inventory: [deletes('pod', 'uid-web', nowMs())] });
    expect((await messages()).at(-1)).toBe('all closed web: waiting');
  });

  it('are one message for a node with a hundred pods', async () => {
    await webhook({ name: 'all' });
    const pods = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const unknown = nodeRecord('node-1', nowMs(), { conditions: [readiness('Unknown', nowMs())] });
    await report({ inventory: [upserts(unknown, ...pods.map(notReady))] });
    for (let minute = 0; minute < 10; minute++) {
      advanceMinutes(1);
      await report();
    }
    const folded = await rowsOf(database().db, 'alarm', { hostId, itemKey: 'pod.notReady' }, ['alarmId']);
    expect(folded).toHaveLength(100);
    expect(await messages()).toEqual(['all occurred node-1: waiting']);
    // The node and one pod recover. The other 99 alarms are unfolded: 20 messages and one summary.
    const well = podRecord('p0', nowMs(), { owner: null });
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()), well)] });
    await report();
    await releaseHeld(database().db, now());
    const written = await messages();
    expect(written.filter((line) => line.includes('unfolded') && line.endsWith('waiting'))).toHaveLength(20);
    expect(written.filter((line) => line.includes('unfolded') && line.endsWith('summed'))).toHaveLength(79);
    expect(written.at(-1)).toBe('all summary flood 79: waiting');
  });

  it('go to receivers by level, group, hours and the groups that the scope user sees', async () => {
    const { db } = database();
    const { subGroupId } = await rowOf(db, 'cluster', { hostId }, ['subGroupId']);
    const person = { userId: `u${hostId}`, name: 'somebody', role: 3, isKeyUser: false, status: 1 };
    const { userNo } = await addRow(db, 'userAccount', person);
    await webhook({ name: 'critical', minLevel: 5 });
    await webhook({ name: 'group', subGroupIdList: JSON.stringify([subGroupId]) });
    await webhook({ name: 'other', subGroupIdList: JSON.stringify([subGroupId + 1000]) });
    await webhook({ name: 'evening', hours: evening });
    await webhook({ name: 'morning', hours: morning });
    await webhook({ name: 'scoped', scopeUserNo: userNo });
    await webhook({ name: 'unknownUser', scopeUserNo: 2_000_000_000 });
    await breakPod('a');
    const receivers = ['critical', 'group', 'evening'];
    expect(await messages()).toEqual(receivers.map((name) => `${name} occurred a: waiting`));
    await db.insertInto('subGroupMember').values({ subGroupId, userNo }).execute();
    await breakPod('b');
    expect(await messages()).toContain('scoped occurred b: waiting');
  });

  it('are held for escalation, and sent only if nobody acknowledged the alarm', async () => {
    const { db } = database();
    await webhook({ name: 'escalation', escalateAfterMin: 15 });
    await breakPod('a');
    await breakPod('b');
    await breakPod('c');
    await db.updateTable('alarm').set({ confirmLevel: 2 }).where('objectName', '=', 'b').execute();
    const alarms = await rowsOf(db, 'alarm', { hostId }, ['alarmId']);
    await engine.alarmsChanged(alarms.map(({ alarmId }) => alarmId));
    await recoverPod('c');
    expect(await messages()).toEqual([
      'escalation occurred a: held for escalation',
      'escalation occurred b: held for escalation',
      'escalation occurred c: dropped',
    ]);
    advanceMinutes(14);
    expect(await releaseHeld(db, now())).toBe(0);
    advanceMinutes(1);
    expect(await releaseHeld(db, now())).toBe(2);
    expect(await messages()).toEqual([
      'escalation escalated a: waiting',
      'escalation occurred b: dropped',
      'escalation occurred c: dropped',
    ]);
    await recoverPod('a');
    expect((await messages()).at(-1)).toBe('escalation recovered a: waiting');
  });

  it('about warnings in quiet hours become one summary; critical alarms are sent at once', async () => {
    await webhook({ name: 'all', quietHours: evening });
    await report({ inventory: [upserts(notReady('a'), notReady('b'))] });
    for (let minute = 0; minute < 6; minute++) {
      advanceMinutes(1);
      await report();
    }
    await breakPod();
    expect(await messages()).toEqual([
      'all occurred a: held for quiet',
      'all occurred b: held for quiet',
      'all occurred web: waiting',
    ]);
    advanceMinutes(120);
    expect(await releaseHeld(database().db, now())).toBe(2);
    expect(await messages()).toEqual([
      'all occurred a: summed',
      'all occurred b: summed',
      'all occurred web: waiting',
      'all summary quiet 2: waiting',
    ]);
  });

  it.each(['maintenance', 'snooze'] as const)(
    'are held during a %s, and sent afterwards if the alarm is still breaching',
    async (kind) => {
      const { db } = database();
      await webhook({ name: 'all' });
      const until = new Date(nowMs() + 60 * MINUTE_MS);
      const common = { hostId, reason: '', userName: 'somebody', createdAt: now() };
      if (kind === 'maintenance') await addRows(db, 'maintenance', { ...common, fromAt: now(), toAt: until });
      else await addRows(db, 'alarmSnooze', { ...common, scope: 'cluster', name: '', untilAt: until });
      await breakPod('a');
      await breakPod('b');
      await recoverPod('b');
      expect(await messages()).toEqual([`all occurred a: held for ${kind}`, 'all occurred b: dropped']);
      advanceMinutes(30);
      await releaseHeldEarly(db, now());
      await releaseHeld(db, now());
      expect((await messages())[0]).toBe(`all occurred a: held for ${kind}`);
      advanceMinutes(30);
      await releaseHeld(db, now());
      expect(await messages()).toEqual(['all occurred a: waiting', 'all occurred b: dropped']);
    },
  );

  it('are not written when the alarm change is not written', async () => {
    const { db } = database();
    await webhook({ name: 'all' });
    await breakPod('a');
    await db.deleteFrom('outbox').execute();
    // A user closed the alarm, but the engine has not read this yet: it writes neither recovery nor message.
    await changeRows(db, 'alarm', { hostId }, { confirmLevel: 4, closedAt: now() });
    await recoverPod('a');
    expect(await messages()).toEqual([]);
  });
});
