import {
  getWorkloadUsage,
  listCronJobRuns,
  listReplicaSteps,
  listRollouts,
} from '@gwanje/kinds/workload/rollout-calls';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { deletes, iso, podRecord, rows, upserts, workloadRecord } from '../../pipeline/testing/batches.ts';
import { MINUTE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';

type Scene = Awaited<ReturnType<typeof collectedScene>>;
type Inventory = ReturnType<typeof upserts> | ReturnType<typeof deletes>;

describeWithSharedApp('workloads', (app) => {
  const page = { pageNo: 1, pageCnt: 20 };

  async function send({ seen, nowMs }: Scene, minutesAgo: number, ...inventory: Inventory[]): Promise<void> {
    const atMs = nowMs - minutesAgo * MINUTE_MS;
    await app().services.pipeline.accept(seen.sender.next(atMs, { inventory }, nowMs));
  }

  async function workloadIdOf(hostId: number, uid: string): Promise<number> {
    const row = await rowOf(app().db, 'object', { hostId, uid }, ['objectId']);
    return row.objectId;
  }

  it('keep their rollouts when Kubernetes drops a replica set, and when they are made again', async () => {
    const scene = await collectedScene(app());
    const { caller, hostId, nowMs } = scene;
    const createdMs = nowMs - 15 * MINUTE_MS;
    const web = (image: string, revision: number, rolloutPhase: 'finished' | 'progressing') =>
      upserts(workloadRecord('api', createdMs, { images: [image], revision, rolloutPhase }));
    const set = (name: string, image: string, revision: number) => {
      const owner = { kind: 'Deployment', name: 'api', uid: 'uid-api' };
      const replicas = { revision, desiredCnt: 2, readyCnt: 2, owner };
      return upserts(workloadRecord(name, createdMs, { kind: 'replicaSet', images: [image], ...replicas }));
    };
    await send(scene, 15, web('api:1', 1, 'progressing'), set('api-aaa', 'api:1', 1));
    await send(scene, 14, web('api:1', 1, 'finished'));
    await send(scene, 12, web('api:2', 2, 'progressing'), set('api-bbb', 'api:2', 2));
    const dropped = deletes('replicaSet', 'uid-api-aaa', nowMs - 10 * MINUTE_MS);
    await send(scene, 10, web('api:2', 2, 'finished'), dropped);
    await send(scene, 8, deletes('deployment', 'uid-api', nowMs - 8 * MINUTE_MS));
    const stuck = { images: ['api:3'], revision: 1, rolloutPhase: 'stuck' as const };
    const again = workloadRecord('api', nowMs - 5 * MINUTE_MS, { uid: 'uid-api-again', ...stuck });
    await send(scene, 5, upserts(again));
    const workloadId = await workloadIdOf(hostId, 'uid-api-again');
    const { totalCnt, list } = await caller.ok(listRollouts, { params: { ...page, workloadId } });
    expect(totalCnt).toBe(3);
    const rollouts = list.map(({ revision, revisionName, outcome, images, ...rest }) => [
      ...[revision, revisionName, outcome, images],
      ...[rest.imagesBefore, rest.isCurrent, rest.desiredCnt],
    ]);
    expect(rollouts).toEqual([
      [1, null, 'stuck', ['api:3'], ['api:2'], true, null],
      [2, 'api-bbb', 'finished', ['api:2'], ['api:1'], false, 2],
      [1, 'api-aaa', 'finished', ['api:1'], null, false, 0],
    ]);
    const [begunAt, endedAt] = [iso(nowMs - 12 * MINUTE_MS), iso(nowMs - 10 * MINUTE_MS)];
    expect(list[1]).toMatchObject({ begunAt, endedAt, durationMs: 2 * MINUTE_MS });
    const second = await caller.ok(listRollouts, { params: { pageNo: 2, pageCnt: 2, workloadId } });
    expect(second.list.map(({ revision }) => revision)).toEqual([1]);
  });

  it('have their replicas as steps, from the state before the range on', async () => {
    const scene = await collectedScene(app());
    const { caller, seen, nowMs } = scene;
    const shop = (readyCnt: number) =>
      upserts(workloadRecord('shop', nowMs - 20 * MINUTE_MS, { readyCnt, availableCnt: readyCnt }));
    await send(scene, 10, shop(2));
    await send(scene, 6, shop(0));
    const { list, isTruncated } = await caller.ok(listReplicaSteps, {
      params: { workloadId: seen.workloadId },
      body: { from: iso(nowMs - 8 * MINUTE_MS), to: iso(nowMs) },
    });
    expect(isTruncated).toBe(false);
    expect(list.map(({ at, desiredCnt, readyCnt }) => [at, desiredCnt, readyCnt])).toEqual([
      [iso(nowMs - 8 * MINUTE_MS), 2, 2],
      [iso(nowMs - 6 * MINUTE_MS), 2, 0],
    ]);
  });

  it('add up the use, requests and limits of the pods that existed, also of deleted ones', async () => {
    const scene = await collectedScene(app());
    const { caller, hostId, seen, nowMs } = scene;
    const owner = { kind: 'Deployment', name: 'shop', uid: 'uid-shop' };
    const pod = (name: string) => upserts(podRecord(name, nowMs - 20 * MINUTE_MS, { owner }));
    const atMs = nowMs - 10 * MINUTE_MS;
    await send(scene, 11, pod('shop-1'), pod('shop-2'));
    const names = ['uid-shop-1', 'uid-shop-2'];
    const values = { cpuUsedCores: [0.25, 0.5], memUsedBytes: [1e8, 2e8] };
    const samples = [rows('pod', atMs, names, values)];
    await app().services.pipeline.accept(seen.sender.next(atMs, { samples }, nowMs));
    await send(scene, 9, deletes('pod', 'uid-shop-2', nowMs - 9 * MINUTE_MS));
    expect(await workloadIdOf(hostId, 'uid-shop')).toBe(seen.workloadId);
    const usage = await caller.ok(getWorkloadUsage, {
      params: { workloadId: seen.workloadId },
      body: { from: iso(nowMs - 20 * MINUTE_MS), to: iso(nowMs), maxPoints: 200 },
    });
    const measured = usage.measuredCnt.indexOf(2);
    expect(usage.cpuUsedCores[measured]).toBeCloseTo(0.75);
    expect(usage.podCnt[measured]).toBe(2);
    expect(usage.podCnt.at(-1)).toBe(1);
    expect(usage.cpuRequestCores[measured]).toBeCloseTo(2 * (usage.cpuRequestCores.at(-1) ?? 0));
    expect(usage.cpuUsedCores.at(-1)).toBeNull();
  });

  it('count requests of a finished pod up to its end, also when it was deleted later', async () => {
    const scene = await collectedScene(app());
    const { caller, hostId, nowMs } = scene;
    const owner = { kind: 'Job', name: 'load', uid: 'uid-load' };
    const pod = (phase: 'Running' | 'Succeeded', podIp: string | null) =>
      upserts(podRecord('load-1', nowMs - 20 * MINUTE_MS, { owner, phase, podIp }));
    const job = workloadRecord('load', nowMs - 20 * MINUTE_MS, { kind: 'job' });
    await send(scene, 14, upserts(job), pod('Running', '10.1.0.1'));
    await send(scene, 10, pod('Succeeded', '10.1.0.1'));
    await send(scene, 7, pod('Succeeded', null));
    await send(scene, 4, deletes('pod', 'uid-load-1', nowMs - 4 * MINUTE_MS));
    const workloadId = await workloadIdOf(hostId, 'uid-load');
    const usage = await caller.ok(getWorkloadUsage, {
      params: { workloadId },
      body: { from: iso(nowMs - 20 * MINUTE_MS), to: iso(nowMs), maxPoints: 200 },
    });
    const pointAt = (minutesAgo: number) =>
      Math.floor((nowMs - minutesAgo * MINUTE_MS - Date.parse(usage.start)) / usage.stepMs);
    expect([12, 8, 6, 3].map((minutesAgo) => usage.podCnt[pointAt(minutesAgo)])).toEqual([1, 0, 0, 0]);
    expect(usage.cpuRequestCores[pointAt(12)]).toBeGreaterThan(0);
    expect(usage.cpuRequestCores[pointAt(6)]).toBeNull();
  });

  it('show which runs of a cron job failed or were missed', async () => {
    const scene = await collectedScene(app());
    const { caller, hostId, nowMs } = scene;
    const plan = { kind: 'cronJob', schedule: '*/1 * * * *', isSuspended: false } as const;
    const cron = workloadRecord('sync', nowMs - 30 * MINUTE_MS, plan);
    await send(scene, 15, upserts(cron));
    const minute = Math.floor(nowMs / MINUTE_MS) - 10;
    const owner = { kind: 'CronJob', name: 'sync', uid: 'uid-sync' };
    const failed = { owner, outcome: 'failed', failReason: 'BackoffLimitExceeded' } as const;
    const job = workloadRecord(`sync-${minute}`, minute * MINUTE_MS + 1000, { kind: 'job', ...failed });
    await send(scene, 9, upserts(job));
    const workloadId = await workloadIdOf(hostId, 'uid-sync');
    const { list, scheduleError } = await caller.ok(listCronJobRuns, {
      params: { workloadId },
      body: { from: iso((minute - 1) * MINUTE_MS), to: iso((minute + 1) * MINUTE_MS) },
    });
    expect(scheduleError).toBeNull();
    expect(list.map(({ dueAt, outcome, failReason }) => [dueAt, outcome, failReason])).toEqual([
      [iso((minute + 1) * MINUTE_MS), 'missed', null],
      [iso(minute * MINUTE_MS), 'failed', 'BackoffLimitExceeded'],
      [iso((minute - 1) * MINUTE_MS), 'missed', null],
    ]);
  });

  it('of another group are not found', async () => {
    const { caller, hidden, nowMs } = await collectedScene(app());
    const params = { workloadId: hidden.workloadId };
    const body = { from: iso(nowMs - MINUTE_MS), to: iso(nowMs) };
    expect(await caller.call(listRollouts, { params: { ...page, ...params } })).toMatchObject({ code: 8003 });
    for (const endpoint of [listReplicaSteps, listCronJobRuns])
      expect(await caller.call(endpoint, { params, body })).toMatchObject({ code: 8003 });
    const usage = await caller.call(getWorkloadUsage, { params, body: { ...body, maxPoints: 10 } });
    expect(usage).toMatchObject({ code: 8003 });
  });
});
