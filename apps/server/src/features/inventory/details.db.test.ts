import { getContainer } from '@gwanje/kinds/container/calls';
import { getIngress } from '@gwanje/kinds/ingress/calls';
import { getNamespace } from '@gwanje/kinds/namespace/calls';
import { getNode } from '@gwanje/kinds/node/calls';
import { getPod } from '@gwanje/kinds/pod/calls';
import { getQuota } from '@gwanje/kinds/quota/calls';
import { serviceRecord } from '@gwanje/kinds/testing/records';
import { getWorkload, listWorkloads } from '@gwanje/kinds/workload/calls';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { describe, expect, it } from 'vitest';
import {
  containerRecord,
  deletes,
  iso,
  nodeRecord,
  podRecord,
  upserts,
  workloadRecord,
} from '../../pipeline/testing/batches.ts';
import { GONE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';

describeWithSharedApp('object details', (app) => {
  it('show the pod counts of a workload and a namespace, the changes and the quotas', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const owner = { kind: 'Deployment', name: 'shop', uid: 'uid-shop' };
    const inventory = [upserts(podRecord('shop-1', nowMs, { owner }), workloadRecord('shop', nowMs))];
    await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory }));
    const workload = await caller.ok(getWorkload, { params: { workloadId: seen.workloadId } });
    const replicas = { desiredCnt: 2, readyCnt: 2, podCnt: 1, images: 'shop:1' };
    expect(workload).toMatchObject({
      ...{ name: 'shop', type: 'deployment', schedule: null, isSuspended: null, monResult: 'normal' },
      ...replicas,
      podAmounts: { waitingPodCnt: 0, cpuCores: { waitingRequest: 0 } },
    });
    expect(workload.changeList[0]?.changes).toContainEqual({ what: 'readyCnt', from: '1', to: '2' });
    const namespace = await caller.ok(getNamespace, { params: { namespaceId: seen.namespaceId } });
    const quotas = { quotaCnt: 1, quotaUsedPercent: 75, quotaResource: 'requests.cpu' };
    const found = { name: 'default', phase: 'Active', podCnt: 2, workloadCnt: 1, ...quotas };
    expect(namespace).toMatchObject(found);
    const quota = await caller.ok(getQuota, { params: { quotaId: seen.quotaId } });
    expect(quota.resourceList).toContainEqual({ resource: 'pods', hard: 10, used: 2 });
    const ingress = await caller.ok(getIngress, { params: { ingressId: seen.ingressId } });
    expect(ingress).toMatchObject({ hosts: 'web.example', services: 'web', failingCnt: 0 });
    const noEndpoints = { readyCnt: 0, totalCnt: 1, list: [] };
    const service = serviceRecord({ uid: 'uid-service', endpoints: noEndpoints });
    await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(service)] }));
    const failing = await caller.ok(getIngress, { params: { ingressId: seen.ingressId } });
    expect(failing.failingCnt).toBe(1);
    expect((await caller.call(getWorkload, { params: { workloadId: seen.podId } })).code).toBe(8003);
  });

  it('of a cron job are its schedule, without replicas', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const replicas = { desiredCnt: null, readyCnt: null, updatedCnt: null, availableCnt: null };
    const cronJob = { schedule: '0 * * * *', isSuspended: false, lastRunTime: iso(nowMs), activeCnt: 2 };
    const record = workloadRecord('report', nowMs, { kind: 'cronJob', ...replicas, ...cronJob });
    await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(record)] }));
    const { list } = await caller.ok(listWorkloads, {
      params: { pageNo: 1, pageCnt: 10 },
      body: { _method: 'get', filter: { isSuspended: false } },
    });
    expect(list).toMatchObject([{ name: 'report', type: 'cronJob', ...replicas, ...cronJob }]);
  });

  it('show the record, pods and changes of a node', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const { pipeline } = app().services;
    const cordoned = nodeRecord('node-1', nowMs, { isUnschedulable: true, providerId: 'azure:///vm-1' });
    await pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(cordoned)] }));
    const node = await caller.ok(getNode, { params: { nodeId: seen.nodeId } });
    expect(node).toMatchObject({
      name: 'node-1',
      uid: 'uid-node-1',
      condition: 'SchedulingDisabled',
      providerId: 'azure:///vm-1',
      architecture: 'arm64',
      labels: { 'kubernetes.io/hostname': 'node-1' },
      podsByPhase: { Running: 1 },
      cpuUsedCores: 1.5,
      sameNameNodeIdList: [],
      deletedAt: null,
    });
    expect(node.changeList.map(({ changes }) => changes[0]?.what)).toEqual(['condition', 'created']);
    expect(node.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
  });

  it('name earlier and later nodes with the name of a node', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const again = nodeRecord('node-1', nowMs, { uid: 'uid-node-1-again' });
    await app().services.pipeline.accept(
      seen.sender.next(nowMs, { inventory: [deletes('node', 'uid-node-1', nowMs), upserts(again)] }),
    );
    const gone = await caller.ok(getNode, { params: { nodeId: seen.nodeId } });
    const last = { name: 'node-1', podsByPhase: {}, monResult: 'unmonitored', cpuUsedCores: 1.5 };
    expect(gone).toMatchObject(last);
    expect(gone.deletedAt).toBe(new Date(nowMs).toISOString());
    const [next] = gone.sameNameNodeIdList;
    const after = await caller.ok(getNode, { params: { nodeId: next } });
    const { uid } = again;
    expect(after).toMatchObject({ uid, sameNameNodeIdList: [seen.nodeId], deletedAt: null });
  });

  it('show the containers and claims of a pod', async () => {
    const { caller, seen } = await collectedScene(app());
    const pod = await caller.ok(getPod, { params: { podId: seen.podId } });
    expect(pod).toMatchObject({
      name: 'web',
      nodeName: 'node-1',
      cpuUsedCores: 0.75,
      isHostNetwork: false,
      labels: { app: 'web' },
      claimList: [
        { name: 'data', pvcId: seen.pvcId },
        { name: 'never-made', pvcId: null },
      ],
    });
    expect(pod.containerList.map(({ containerId, name }) => [containerId, name])).toEqual([
      [seen.containerId, 'main'],
      [expect.any(Number), 'side'],
    ]);
  });

  it('show the last state and values of a deleted pod and container', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const pod = await caller.ok(getPod, { params: { podId: seen.gonePodId } });
    const deletedAt = new Date(nowMs - GONE_MS).toISOString();
    const state = { phase: 'Running', cpuUsedCores: 0.5, monResult: 'unmonitored' };
    expect(pod).toMatchObject({ name: 'gone', nodeId: seen.nodeId, deletedAt, ...state });
    expect(pod.changeList.map(({ changes }) => changes[0]?.what)).toEqual(['deleted', 'created']);
    expect(pod.containerList.map(({ name, cpuUsedCores }) => [name, cpuUsedCores])).toEqual([
      ['main', 0.25],
      ['side', null],
    ]);
    const container = await caller.ok(getContainer, { params: { containerId: seen.goneContainerId } });
    expect(container).toMatchObject({ name: 'main', podName: 'gone', cpuUsedCores: 0.25, state: 'running' });
    expect(container.changeList.map(({ changes }) => changes)).toEqual([
      [{ what: 'deleted', from: 'main', to: null }],
      [{ what: 'created', from: null, to: 'main' }],
    ]);
  });

  it('show the last termination of a container, and only its own changes', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const why = { reason: 'OOMKilled', message: 'out of memory', exitCode: 137 };
    const finished = { signal: null, startedAt: null, finishedAt: new Date(nowMs - 1000).toISOString() };
    const ended = { kind: 'terminated' as const, ...why, ...finished };
    const main = containerRecord('main', nowMs, { restartCnt: 1, lastState: ended });
    const containers = [main, containerRecord('side', nowMs, { image: 'side:2' })];
    const web = podRecord('web', nowMs, { containers });
    await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(web)] }));
    const container = await caller.ok(getContainer, { params: { containerId: seen.containerId } });
    const lastState = { state: 'terminatedWithError', ...why };
    expect(container).toMatchObject({ runtimeId: 'containerd://main', restartCnt: 1, lastState });
    expect(container.changeList[0]?.changes).toEqual([{ what: 'restartCnt', from: '0', to: '1' }]);
    expect(container.changeList).toHaveLength(2);
  });

  describe('are not found', () => {
    it.each([
      ['a node with the id of a pod', getNode, 'nodeId', 'podId'],
      ['a pod with the id of a node', getPod, 'podId', 'nodeId'],
      ['a container with the id of a pod', getContainer, 'containerId', 'podId'],
      ['a pod with the id of a claim', getPod, 'podId', 'pvcId'],
    ] as const)('for %s', async (_what, endpoint, idKey, other) => {
      const { caller, seen } = await collectedScene(app());
      expect((await caller.call(endpoint, { params: { [idKey]: seen[other] } })).code).toBe(8003);
    });

    it('for existing and deleted objects of a hidden group; the request is audited', async () => {
      const { caller, hidden, userNo } = await collectedScene(app());
      for (const podId of [hidden.podId, hidden.gonePodId])
        expect(await caller.call(getPod, { params: { podId } })).toMatchObject({ code: 8003, data: {} });
      const denied = { actorUserNo: userNo, outcome: 'denied' } as const;
      const denials = await rowsOf(app().db, 'audit', denied, ['targetKind', 'targetId'], ['auditId']);
      const ids = [hidden.podId, hidden.gonePodId];
      expect(denials).toEqual(ids.map((id) => ({ targetKind: 'pod', targetId: String(id) })));
      expect((await caller.call(getPod, { params: { podId: 2_000_000_000 } })).data).toEqual({});
    });
  });
});
