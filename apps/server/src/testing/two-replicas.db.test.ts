import { hashPassword } from '@gwanje/backend/identity/passwords';
import { getTemplate, insertTemplate, updateTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { confirmAlarms } from '@gwanje/contract/alarms/alarms';
import { addSnooze } from '@gwanje/contract/alarms/silences';
import { deleteCluster, renameCluster, updateClusters } from '@gwanje/contract/clusters/clusters';
import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import { insertAccessToken } from '@gwanje/contract/users/access-tokens';
import { insertSubGroup } from '@gwanje/contract/users/groups';
import { proveIdentity } from '@gwanje/contract/users/proof';
import { loginCheck } from '@gwanje/contract/users/session';
import { updateUsers } from '@gwanje/contract/users/users';
import { listPods, updatePods } from '@gwanje/kinds/pod/calls';
import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashLooping } from '../alarms/testing/records.ts';
import { seedDemo } from '../cli/demo/seed.ts';
import { upserts } from '../pipeline/testing/batches.ts';
import { OWNS_ALL } from '../platform/ownership.ts';
import { collectedScene } from './collected-scene.ts';
import { startTestAppOn, type TestApp, uniqueName } from './test-app.ts';
import { addMetaGroup, addUser } from './world.ts';

const PASSWORD = 'correct horse battery';
/** Twice the promised time: the test machine may be busy. */
const WITHIN = { timeout: 4000, interval: 50 };

let database: TestDatabase;
/** Owns no cluster. */
let one: TestApp;
/** Owns all clusters. */
let two: TestApp;

beforeAll(async () => {
  database = await openTestDatabase();
  const clock = new FakeClock();
  await seedDemo(database.db, clock.now(), async () => 'no password');
  one = await startTestAppOn(database, clock, { ownership: { ...OWNS_ALL, owns: () => false } });
  two = await startTestAppOn(database, clock, { ownership: { ...OWNS_ALL } });
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await two[Symbol.asyncDispose]();
  await database.close();
});

/** The same session on both replicas. */
async function signIn(userId: string) {
  const token = await one.newToken(userId);
  const callers = [one.withToken(token), two.withToken(token)] as const;
  for (const caller of callers) await caller.ok(loginCheck);
  return { token, onOne: callers[0], onTwo: callers[1] };
}

describe('from the next request on, another replica', () => {
  it('accepts a proof of identity that another replica has checked', async () => {
    const { userNo, userId } = await addUser(database.db, { role: 1 });
    const passwordHash = await hashPassword(PASSWORD);
    await database.db.updateTable('userAccount').set({ passwordHash }).where('userNo', '=', userNo).execute();
    const { onOne, onTwo } = await signIn(userId);
    const provedAt = new Date(one.clock.now().getTime() - 3_600_000);
    await database.db.updateTable('session').set({ provedAt }).where('userNo', '=', userNo).execute();
    const token = { body: { name: 'script', role: 2, metaGroupIdList: [], days: 1 } };
    for (const caller of [onOne, onTwo])
      expect((await caller.call(insertAccessToken, token)).code).toBe(8012);
    await onOne.ok(proveIdentity, { body: { password: PASSWORD } });
    await onTwo.ok(insertAccessToken, token);
  });

  it('refuses a suspended user', async () => {
    const { userNo, userId } = await addUser(database.db);
    const [admin, user] = [await signIn('key'), await signIn(userId)];
    await admin.onOne.ok(updateUsers, { body: [{ userNo, status: 2 }] });
    expect((await user.onTwo.call(loginCheck)).code).toBe(9999);
  });

  it('counts the open alarms of clusters that it does not own', async () => {
    const openCnt = async () =>
      (await (await signIn('total')).onOne.ok(getInstallationHealth)).alarms.openCnt;
    const before = await openCnt();
    const { hostId, seen, nowMs } = await collectedScene(two);
    const { pipeline, alarms } = two.services;
    await alarms.own(hostId);
    await pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(crashLooping('web', nowMs))] }));
    await alarms.engine.evaluate(hostId);
    expect(one.services.alarms.engine.openCnt).toBe(0);
    expect(await openCnt()).toBe(before + 1);
  });

  it('does the work of one Idempotency-Key once', async () => {
    const { onOne, onTwo } = await signIn('key');
    const metaGroupId = await addMetaGroup(database.db, null);
    const request = {
      body: { metaGroupId, name: uniqueName('sub') },
      headers: { 'idempotency-key': uniqueName('key') },
    };
    const [first, second] = await Promise.all([
      onOne.ok(insertSubGroup, request),
      onTwo.ok(insertSubGroup, request),
    ]);
    const third = await onTwo.ok(insertSubGroup, request);
    expect([second, third]).toEqual([first, first]);
    const made = await rowsOf(database.db, 'subGroup', { metaGroupId }, ['subGroupId']);
    expect(made).toEqual([{ subGroupId: first.subGroupId }]);
  });
});

describe('within two seconds, the replica that owns the cluster', () => {
  it('evaluates alarms with a changed template', async () => {
    const { hostId, seen, nowMs } = await collectedScene(two);
    await two.services.alarms.own(hostId);
    const { onOne } = await signIn('key');
    const { alarmTemplateId } = await onOne.ok(insertTemplate, { body: { name: uniqueName('template') } });
    const { itemList } = await onOne.ok(getTemplate, { params: { id: alarmTemplateId } });
    const setting = itemList.find(({ itemKey }) => itemKey === 'pod.crashLoop')?.setting;
    const setOn = (isOn: boolean) =>
      onOne.ok(updateTemplate, {
        body: { alarmTemplateId, settings: { 'pod.crashLoop': { ...setting, isOn } } },
      });
    await two.services.pipeline.accept(
      seen.sender.next(nowMs, { inventory: [upserts(crashLooping('web', nowMs))] }),
    );
    const openCnt = async () => {
      await two.services.alarms.engine.evaluate(hostId);
      const open = database.db.selectFrom('alarm').select('alarmId').where('confirmLevel', '=', 1);
      return (await open.where('hostId', '=', hostId).execute()).length;
    };
    await expect.poll(openCnt, WITHIN).toBe(1);
    await onOne.ok(updateClusters, { body: [{ hostId, alarmTemplateId }] });
    await setOn(false);
    await expect.poll(openCnt, WITHIN).toBe(0);
    await setOn(true);
    await expect.poll(openCnt, WITHIN).toBe(1);
  });

  it('knows the new name of a cluster, and that it was deleted', async () => {
    const { hostId } = await collectedScene(two);
    const { onOne } = await signIn('key');
    const name = uniqueName('renamed');
    const nameOnTwo = () => two.services.live.clusterState(hostId, two.clock.now().getTime())?.name;
    await onOne.ok(renameCluster, { body: { hostId, name } });
    await expect.poll(nameOnTwo, WITHIN).toBe(name);
    await onOne.ok(deleteCluster, { params: { hostId } });
    await expect.poll(nameOnTwo, WITHIN).toBeUndefined();
  });

  it('knows that an object is not monitored any more', async () => {
    const { caller, seen } = await collectedScene(two, 3);
    const { onOne } = await signIn('key');
    await onOne.ok(updatePods, { body: [{ podId: seen.podId, isMonitored: false }] });
    const monitored = async () => {
      const { list } = await caller.ok(listPods, { params: { pageNo: 1, pageCnt: 10 }, body: {} });
      return list.map(({ isMonitored }) => isMonitored);
    };
    await expect.poll(monitored, WITHIN).toEqual([false]);
  });

  /** A cluster with an open alarm, and the messages of the stream about changes of its alarms. */
  async function alarmedScene() {
    const { hostId, seen, nowMs } = await collectedScene(two);
    const { pipeline, alarms, stream } = two.services;
    await alarms.own(hostId);
    await pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(crashLooping('web', nowMs))] }));
    await alarms.engine.evaluate(hostId);
    const { alarmId } = await rowOf(database.db, 'alarm', { hostId }, ['alarmId']);
    const sent: string[] = [];
    const viewer = {
      owner: 'test',
      sees: (id: number) => id === hostId,
      send(message: Buffer) {
        const text = String(message);
        if (text.includes('"type":"alarmChanged"')) sent.push(text);
      },
    };
    const joined = stream.join(viewer, undefined);
    const { onOne } = await signIn('key');
    return { hostId, alarmId, podId: seen.podId, nowMs, sent, onOne, joined };
  }

  it('publishes an alarm whose snooze ended while the cluster had no owner', async () => {
    const { hostId, alarmId, sent, onOne, joined } = await alarmedScene();
    using _joined = joined;
    const { alarms } = two.services;
    await onOne.ok(addSnooze, { body: { of: { scope: 'cluster', hostId }, minutes: 1 } });
    await alarms.release(hostId);
    await alarms.publishSilenceChanges();
    sent.length = 0;
    two.clock.advance(65_000);
    await alarms.own(hostId);
    expect(sent).toEqual([expect.stringContaining(`"alarmId":${alarmId}`)]);
  });

  it('knows the confirmation of an alarm, and publishes it with the new counts', async () => {
    const { alarmId, podId, nowMs, sent, onOne, joined } = await alarmedScene();
    using _joined = joined;
    const { alarms, live } = two.services;
    const alarmCnt = () => live.row('pod', podId, nowMs)?.alarmCnt;
    expect(alarmCnt()).toBe(1);
    await onOne.ok(confirmAlarms, { body: [{ alarmId, confirmLevel: 4 }] });
    expect(alarmCnt()).toBe(1);
    await alarms.readNotices();
    expect(alarmCnt()).toBe(0);
    expect(sent.at(-1)).toContain(`"alarmId":${alarmId}`);
  });
});
