import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { getContainer, listContainers } from '@gwanje/kinds/container/calls';
import { getNode, listNodes } from '@gwanje/kinds/node/calls';
import { getPod, listPods } from '@gwanje/kinds/pod/calls';
import { expect, it } from 'vitest';
import {
  containerRecord,
  iso,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from '../../../pipeline/testing/batches.ts';
import { collectedScene } from '../../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../../testing/describe-with-app.ts';
import { addCluster } from '../../../testing/world.ts';

const MINUTE_MS = 60_000;
const NODES = 10;
const names = Array.from({ length: NODES }, (_, index) => `node-${index}`);
const page = { pageNo: 1, pageCnt: 50 };

describeWithOwnApp('a cluster without statistics', (app) => {
  async function scene() {
    const found = await collectedScene(app());
    const hostId = await addCluster(app().db, found.subGroupId);
    const { pipeline, alarms } = app().services;
    await pipeline.clusterChanged(hostId);
    await alarms.engine.reloadSettings();
    const sender = new Sender(hostId);
    const nowMs = () => app().clock.now().getTime();
    const startMs = nowMs();
    const virtual = nodeRecord('virtual', startMs, { labels: { type: 'virtual-kubelet' } });
    const pod = podRecord('web', startMs, { nodeName: 'node-0' });
    let inventory = [upserts(...names.map((name) => nodeRecord(name, startMs)), virtual, pod)];
    let problem: { problem: 'kubeletUnreachable'; detail: string; since: string } | undefined;
    return {
      caller: found.caller,
      hostId,
      startMs,
      setProblem: (detail: string) => {
        problem = { problem: 'kubeletUnreachable', detail, since: iso(startMs) };
      },
      /** One batch a minute; `sampled` are the nodes whose statistics it has. */
      async pass(minutes: number, sampled: readonly string[] = []) {
        for (let minute = 0; minute < minutes; minute++) {
          app().clock.advance(MINUTE_MS);
          const samples =
            sampled.length === 0
              ? []
              : [rows('node', nowMs(), sampled, { cpuUsedCores: sampled.map(() => 1) })];
          const problems = problem ? [problem] : [];
          await pipeline.accept(sender.next(nowMs(), { inventory, samples, problems }));
          inventory = [];
          await alarms.engine.evaluate(hostId);
        }
      },
      async report(...records: Parameters<typeof upserts>) {
        await pipeline.accept(sender.next(nowMs(), { inventory: [upserts(...records)] }));
        await alarms.engine.evaluate(hostId);
      },
      async alarms() {
        const body = { filter: { hostId: [hostId] } };
        const { list } = await found.caller.ok(listAlarms, { params: page, body });
        return list.map(({ itemKey, level, confirmLevel }) => ({ itemKey, level, confirmLevel }));
      },
      summary: () => found.caller.ok(getClusterSummary, { params: { hostId } }),
    };
  }

  it('is not healthy: nodes, pods and containers say since when and why, and an alarm is raised', async () => {
    const { caller, hostId, startMs, pass, setProblem, alarms, summary } = await scene();
    setProblem('node-0: dial tcp 10.0.0.1:10250: connection refused');
    await pass(4);
    expect(await alarms()).toEqual([]);
    expect((await summary()).missingStatistics).toBeNull();
    await pass(4);
    const since = iso(startMs + MINUTE_MS);
    expect(await alarms()).toEqual([{ itemKey: 'cluster.statisticsMissing', level: 5, confirmLevel: 1 }]);
    expect(await summary()).toMatchObject({
      childMonResult: 'stale',
      missingStatistics: { nodeCnt: NODES, awaitedNodeCnt: NODES, since },
    });
    const body = { filter: { hostId: [hostId] } };
    const nodes = (await caller.ok(listNodes, { params: page, body })).list;
    expect(Object.groupBy(nodes, ({ monResult }) => monResult)).toMatchObject({
      stale: names.map(() => ({ isStale: true })),
      // No agent can read a virtual node.
      normal: [{ name: 'virtual' }],
    });
    const gapOf = async (name: string) => {
      const nodeId = nodes.find((node) => node.name === name)?.nodeId;
      if (!nodeId) throw new Error(`no ${name}`);
      return (await caller.ok(getNode, { params: { nodeId } })).statisticsGap;
    };
    const unreachable = {
      since,
      reason: 'kubeletUnreachable',
      detail: 'node-0: dial tcp 10.0.0.1:10250: connection refused',
    };
    expect(await gapOf('node-0')).toEqual(unreachable);
    expect(await gapOf('node-1')).toEqual({ since, reason: 'nodeAgentMissing', detail: null });
    expect(await gapOf('virtual')).toEqual({ since, reason: 'nodeWithoutStatistics', detail: null });
    const [pod] = (await caller.ok(listPods, { params: page, body })).list;
    if (!pod) throw new Error('no pod');
    expect(pod).toMatchObject({ monResult: 'stale', isStale: true });
    expect((await caller.ok(getPod, { params: { podId: pod.podId } })).statisticsGap).toEqual(unreachable);
    const [container] = (await caller.ok(listContainers, { params: page, body })).list;
    if (!container) throw new Error('no container');
    const { statisticsGap } = await caller.ok(getContainer, {
      params: { containerId: container.containerId },
    });
    expect(statisticsGap).toEqual(unreachable);
  });

  it('a running pod that its kubelet leaves out of the statistics says so five minutes after its start', async () => {
    const { caller, hostId, startMs, pass, report } = await scene();
    const body = { filter: { hostId: [hostId] } };
    await pass(7, names);
    const gaps = async (podName: string) => {
      const pods = (await caller.ok(listPods, { params: page, body })).list;
      const podId = pods.find(({ name }) => name === podName)?.podId;
      const containers = (await caller.ok(listContainers, { params: page, body })).list;
      const containerId = containers.find((each) => each.podId === podId)?.containerId;
      if (!podId || !containerId) throw new Error(`no ${podName}`);
      return [
        (await caller.ok(getPod, { params: { podId } })).statisticsGap,
        (await caller.ok(getContainer, { params: { containerId } })).statisticsGap,
      ];
    };
    const leftOut = { since: iso(startMs + MINUTE_MS), reason: 'notReported', detail: null };
    expect(await gaps('web')).toEqual([leftOut, leftOut]);
    // A pod that waited long for its node, or restarted its container, has no statistics yet.
    const startedMs = startMs + 6 * MINUTE_MS;
    await report(
      podRecord('web', startMs, {
        nodeName: 'node-0',
        startedAt: iso(startedMs),
        containers: [containerRecord('main', startedMs + MINUTE_MS)],
      }),
    );
    expect(await gaps('web')).toEqual([null, null]);
  });

  it('recovers when the statistics come; one node of ten is a warning, and a node that is not ready is none', async () => {
    const { pass, report, alarms, summary, startMs } = await scene();
    await pass(8);
    expect(await alarms()).toEqual([{ itemKey: 'cluster.statisticsMissing', level: 5, confirmLevel: 1 }]);
    await pass(1, names);
    expect(await alarms()).toEqual([{ itemKey: 'cluster.statisticsMissing', level: 5, confirmLevel: 0 }]);
    expect((await summary()).missingStatistics).toBeNull();
    await pass(6, names);
    await pass(8, names.slice(1));
    const lastMs = startMs + 15 * MINUTE_MS;
    expect((await summary()).missingStatistics).toMatchObject({ nodeCnt: 1, since: iso(lastMs) });
    expect((await alarms())[0]).toEqual({ itemKey: 'cluster.statisticsMissing', level: 1, confirmLevel: 1 });
    await report(nodeRecord('node-0', startMs, { conditions: [readiness('Unknown', lastMs)] }));
    expect((await alarms())[0]).toMatchObject({ confirmLevel: 0 });
  });
});
