import type { AlarmSettings } from '@gwanje/contract/alarms/alarm-items';
import {
  deleteCluster,
  getCluster,
  insertCluster,
  listClusterNames,
  listClusters,
  listClustersOfSubGroup,
  renameCluster,
  updateClusters,
} from '@gwanje/contract/clusters/clusters';
import { errors } from '@gwanje/contract/definition/errors';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { confirmLevels, templateChangeTypes } from '@gwanje/domain/mappings/labels';
import { addRow, rowsOf } from '@gwanje/testkit/testing/rows';
import { describe, expect, it } from 'vitest';
import { crashLooping } from '../../alarms/testing/records.ts';
import { Sender, upserts } from '../../pipeline/testing/batches.ts';
import { auditOf } from '../../testing/audit.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { uniqueName } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser, anyTemplate } from '../../testing/world.ts';

describeWithSharedApp('clusters', (app) => {
  /** A group admin who owns two sub groups and is granted a third one of another meta group. */
  async function groupAdminScene() {
    const { db } = app();
    const { userNo, userId } = await addUser(db, { role: 3 });
    const metaGroupId = await addMetaGroup(db, userNo);
    const foreignMetaGroupId = await addMetaGroup(db, null);
    return {
      caller: await app().signIn(userId),
      metaGroupId,
      first: await addSubGroup(db, metaGroupId),
      second: await addSubGroup(db, metaGroupId),
      foreignMetaGroupId,
      granted: await addSubGroup(db, foreignMetaGroupId, undefined, [userNo]),
      hidden: await addSubGroup(db, foreignMetaGroupId),
      alarmTemplateId: await anyTemplate(db),
    };
  }
  async function newTemplate(settings: AlarmSettings = {}): Promise<number> {
    const name = uniqueName('template');
    const { alarmTemplateId } = await addRow(app().db, 'alarmTemplate', {
      name,
      nameKey: name,
      ownerUserNo: null,
      settings: JSON.stringify(settings),
    });
    return alarmTemplateId;
  }
  async function historyOf(alarmTemplateId: number) {
    const rows = await rowsOf(app().db, 'templateChange', { alarmTemplateId }, ['changeType', 'detail']);
    return rows.map(({ changeType, detail }) => [changeType, detail]);
  }
  async function rowOf(hostId: number) {
    return app().db.selectFrom('cluster').selectAll().where('hostId', '=', hostId).executeTakeFirst();
  }

  describe('who sees which clusters', () => {
    it.each([
      ['key', ['prod-busan', 'prod-seoul', 'stage-onprem']],
      ['total', ['prod-busan', 'prod-seoul', 'stage-onprem']],
      ['group', ['prod-busan', 'prod-seoul']],
      ['user', ['prod-seoul']],
    ])('shows %s these clusters of the demo', async (userId, expected) => {
      const caller = await app().signIn(userId);
      const { clusterList } = await caller.ok(listClusterNames);
      const demo = clusterList.map((cluster) => cluster.name).filter((name) => /^(prod|stage)-/.test(name));
      expect(demo).toEqual(expected);
      const { list } = await caller.ok(listClusters, { body: { filter: { name: 'prod-' } } });
      const inProduction = expected.filter((name) => name.startsWith('prod-'));
      expect(list.map((cluster) => cluster.name)).toEqual(inProduction);
    });

    it('lists clusters of the selected groups; a call with an id needs only an allowed group', async () => {
      const { caller, first, second } = await groupAdminScene();
      const { db } = app();
      const [a, b] = [await addCluster(db, first), await addCluster(db, second)];
      const query = { subGroupIdList: first };
      const { clusterList } = await caller.ok(listClusterNames, { query });
      expect(clusterList.map((cluster) => cluster.hostId)).toEqual([a]);
      const { list, totalCnt } = await caller.ok(listClusters, { body: { subGroupIdList: [first] } });
      expect([totalCnt, list.map((cluster) => cluster.hostId)]).toEqual([1, [a]]);
      expect((await caller.ok(getCluster, { params: { hostId: b }, query })).hostId).toBe(b);
      const named = await caller.ok(listClustersOfSubGroup, { params: { subGroupId: second }, query });
      expect(named.clusterList.map((cluster) => cluster.hostId)).toEqual([b]);
    });

    it('filters, sorts and pages the list', async () => {
      const { db } = app();
      const { caller, first, second, granted, metaGroupId, alarmTemplateId } = await groupAdminScene();
      for (const name of ['web-B', 'WEB-a', 'db']) await addCluster(db, first, name);
      await addCluster(db, second, 'web-c');
      await addCluster(db, granted, 'web-d');
      const listed = async (body: object) => {
        const answer = await caller.ok(listClusters, { body: { _method: 'get', ...body } });
        return `${answer.totalCnt}: ${answer.list.map((cluster) => cluster.name).join(' ')}`;
      };
      expect(await listed({})).toBe('5: db WEB-a web-B web-c web-d');
      expect(await listed({ filter: { name: 'Web' } })).toBe('4: WEB-a web-B web-c web-d');
      expect(await listed({ filter: { metaGroupId }, orderBy: ['-name'] })).toBe('4: web-c web-B WEB-a db');
      expect(await listed({ filter: { subGroupId: granted } })).toBe('1: web-d');
      expect(await listed({ filter: { alarmTemplateId, name: '%' } })).toBe('0: ');
      expect(await listed({ pageNo: 2, pageCnt: 2 })).toBe('5: web-B web-c');
      expect(await listed({ pageNo: 100, pageCnt: 1000 })).toBe('5: ');
    });
  });

  describe('creating a cluster', () => {
    it("is allowed in the caller's own groups, with a unique name", async () => {
      const { caller, metaGroupId, first, alarmTemplateId } = await groupAdminScene();
      const body = { name: 'new', metaGroupId, subGroupId: first, alarmTemplateId };
      const { hostId } = await caller.ok(insertCluster, { body });
      expect(await caller.ok(getCluster, { params: { hostId } })).toMatchObject({ ...body, hostId });
      const again = await caller.call(insertCluster, { body: { ...body, name: ' NEW ' } });
      expect(again).toMatchObject({ code: errors.conflict.code, data: { field: 'name' } });
    });

    it("adds an entry to the history of the cluster's template", async () => {
      const { caller, metaGroupId, first } = await groupAdminScene();
      const alarmTemplateId = await newTemplate();
      const body = { name: uniqueName('c'), metaGroupId, subGroupId: first, alarmTemplateId };
      await caller.ok(insertCluster, { body });
      expect(await historyOf(alarmTemplateId)).toEqual([[templateChangeTypes.alarmApplied, body.name]]);
    });

    it('is refused in other groups, and with references that do not exist', async () => {
      const scene = await groupAdminScene();
      const { metaGroupId, first, alarmTemplateId } = scene;
      const create = async (change: object) => {
        const body = { name: uniqueName('c'), metaGroupId, subGroupId: first, alarmTemplateId, ...change };
        const { code, data } = await scene.caller.call(insertCluster, { body });
        return [code, data.field];
      };
      const { noPermission, notFound } = errors;
      const foreign = { metaGroupId: scene.foreignMetaGroupId };
      expect(await create({ ...foreign, subGroupId: scene.granted })).toEqual([
        noPermission.code,
        'subGroupId',
      ]);
      expect(await create({ ...foreign, subGroupId: scene.hidden })).toEqual([notFound.code, 'subGroupId']);
      expect(await create(foreign)).toEqual([notFound.code, 'metaGroupId']);
      for (const field of ['subGroupId', 'alarmTemplateId'])
        expect(await create({ [field]: 2_000_000_000 })).toEqual([notFound.code, field]);
    });
  });

  describe('changing clusters', () => {
    it('moves a cluster only with rights on the source and the target group', async () => {
      const scene = await groupAdminScene();
      const { db } = app();
      const own = await addCluster(db, scene.first);
      const granted = await addCluster(db, scene.granted);
      const hidden = await addCluster(db, scene.hidden);
      const change = async (item: object) => (await scene.caller.call(updateClusters, { body: [item] })).code;
      const { noPermission, notFound, missingParameter } = errors;
      const { metaGroupId, foreignMetaGroupId, first, second } = scene;
      expect(await change({ hostId: own, subGroupId: scene.granted })).toBe(noPermission.code);
      expect(await change({ hostId: own, subGroupId: scene.hidden })).toBe(notFound.code);
      expect(await change({ hostId: granted, subGroupId: first })).toBe(noPermission.code);
      expect(await change({ hostId: hidden, subGroupId: first })).toBe(notFound.code);
      expect(await change({ hostId: own, metaGroupId: foreignMetaGroupId })).toBe(missingParameter.code);
      const elsewhere = { metaGroupId: foreignMetaGroupId, subGroupId: second };
      expect(await change({ hostId: own, ...elsewhere })).toBe(notFound.code);
      expect(await change({ hostId: own, alarmTemplateId: 2_000_000_000 })).toBe(notFound.code);
      expect(await change({ hostId: own, metaGroupId, subGroupId: second })).toBe(200);
      expect((await rowOf(own))?.subGroupId).toBe(scene.second);
    });

    it('applies another template immediately, with one history entry for all clusters', async () => {
      const { caller, first } = await groupAdminScene();
      const { db, services, clock } = app();
      const [a, b] = [uniqueName('a'), uniqueName('b')];
      const hostIds = [await addCluster(db, first, a), await addCluster(db, first, b)];
      const [hostId = 0] = hostIds;
      await services.pipeline.refresh();
      const nowMs = clock.now().getTime();
      const looping = new Sender(hostId).next(nowMs, { inventory: [upserts(crashLooping('web', nowMs))] });
      await services.pipeline.accept(looping);
      const confirmStates = async () => {
        await services.alarms.engine.evaluate(hostId);
        const alarms = await db.selectFrom('alarm').selectAll().where('hostId', '=', hostId).execute();
        return alarms.map(({ itemKey, confirmLevel }) => [itemKey, confirmLevel]);
      };
      await services.alarms.engine.reloadSettings();
      expect(await confirmStates()).toEqual([['pod.crashLoop', confirmLevels.occurred]]);
      const crashLoop = { ...alarmItems['pod.crashLoop'].standard, isOn: false };
      const alarmTemplateId = await newTemplate({ 'pod.crashLoop': crashLoop });
      await caller.ok(updateClusters, { body: hostIds.map((id) => ({ hostId: id, alarmTemplateId })) });
      expect(await confirmStates()).toEqual([['pod.crashLoop', confirmLevels.closed]]);
      await caller.ok(updateClusters, { body: [{ hostId, alarmTemplateId }] });
      expect(await historyOf(alarmTemplateId)).toEqual([[templateChangeTypes.alarmApplied, `${a}, ${b}`]]);
    });

    it('turns monitoring off and on immediately, and audits it', async () => {
      const { caller, first } = await groupAdminScene();
      const hostId = await addCluster(app().db, first);
      const state = async () => {
        const { isMonitored, state } = await caller.ok(getCluster, { params: { hostId } });
        return [isMonitored, state.monResult];
      };
      await caller.ok(updateClusters, { body: [{ hostId, isMonitored: false }] });
      expect(await state()).toEqual([false, 'unmonitored']);
      await caller.ok(renameCluster, { body: { hostId, name: uniqueName('renamed') } });
      await app().services.pipeline.refresh();
      expect(await state()).toEqual([false, 'unmonitored']);
      await caller.ok(updateClusters, { body: [{ hostId, isMonitored: true }] });
      expect(await state()).toEqual([true, 'stale']);
      const [entry] = await auditOf(app().db, 'cluster', hostId);
      expect(entry?.detail).toMatchObject({ before: { isMonitored: true }, after: { isMonitored: false } });
    });

    it('changes all clusters of a call or none', async () => {
      const { caller, first, granted } = await groupAdminScene();
      const { db } = app();
      const [own, foreign] = [await addCluster(db, first, 'stays'), await addCluster(db, granted)];
      const body = [own, foreign].map((hostId) => ({ hostId, name: 'changed' }));
      const answer = await caller.call(updateClusters, { body });
      expect(answer).toMatchObject({ code: errors.noPermission.code, data: { field: '1.hostId' } });
      expect((await rowOf(own))?.name).toBe('stays');
    });

    it('swaps or passes on names within one call', async () => {
      const { caller, first } = await groupAdminScene();
      const { db } = app();
      const hosts: Record<string, number> = {};
      for (const name of ['a', 'b', 'c']) hosts[name] = await addCluster(db, first, name);
      const rename = (names: Record<string, string>) => {
        const body = Object.entries(names).map(([host, name]) => ({ hostId: hosts[host], name }));
        return caller.ok(updateClusters, { body });
      };
      await rename({ a: 'b', b: 'a' });
      await rename({ a: 'c', c: 'd' });
      const names = [];
      for (const hostId of Object.values(hosts)) names.push((await rowOf(hostId))?.name);
      expect(names).toEqual(['c', 'a', 'd']);
    });

    it('refuses a name that is in use, and names the item in the request', async () => {
      const { caller, first } = await groupAdminScene();
      const { db } = app();
      const [a, b] = [await addCluster(db, first, 'a'), await addCluster(db, first, 'b')];
      await addCluster(db, first, 'taken');
      const change = (ofA: string, ofB: string) =>
        caller.call(updateClusters, {
          body: [
            { hostId: a, name: ofA },
            { hostId: b, name: ofB },
          ],
        });
      const { code } = errors.conflict;
      expect(await change('x', 'TAKEN')).toMatchObject({ code, data: { field: '1.name' } });
      expect((await change('same', 'same')).code).toBe(code);
      const rename = await caller.call(renameCluster, { body: { hostId: a, name: 'b' } });
      expect(rename).toMatchObject({ code, data: { field: 'name' } });
      expect([(await rowOf(a))?.nameKey, (await rowOf(b))?.nameKey]).toEqual(['a', 'b']);
    });

    it('audits a change and a deletion with the values before and after', async () => {
      const { caller, first } = await groupAdminScene();
      const { db } = app();
      const hostId = await addCluster(db, first, 'old');
      await caller.ok(renameCluster, { body: { hostId, name: 'new' } });
      await caller.ok(deleteCluster, { params: { hostId } });
      expect(await auditOf(db, 'cluster', hostId)).toMatchObject([
        { action: 'cluster.update', detail: { before: { name: 'old' }, after: { name: 'new' } } },
        { action: 'cluster.delete', detail: { before: { name: 'new' } } },
      ]);
    });
  });

  it('are deleted once, and only by an owner of their group', async () => {
    const { caller, first, granted } = await groupAdminScene();
    const remove = async (hostId: number) => (await caller.call(deleteCluster, { params: { hostId } })).code;
    const own = await addCluster(app().db, first);
    expect([await remove(own), await remove(own)]).toEqual([200, errors.notFound.code]);
    expect(await remove(await addCluster(app().db, granted))).toBe(errors.noPermission.code);
  });
});
