import { afterEach, expect, test } from 'vitest';
import { evictPod, removePod } from '../controllers/pods.ts';
import { type Json, type Started, startForTest } from '../testing/start.ts';
import { keyOf } from '../world/collection.ts';
import { readNode } from './node-reading.ts';

let started: Started | undefined;
afterEach(() => started?.[Symbol.asyncDispose]());

async function summaries(from: Started): Promise<Json[]> {
  const { items } = await from.get('/api/v1/nodes');
  return Promise.all(
    items.map((node: Json) => from.get(`/api/v1/nodes/${node.metadata.name}/proxy/stats/summary`)),
  );
}

interface Counters {
  readonly name: string;
  readonly startTime: string;
  readonly values: readonly number[];
}

/** Counters by subject: nodes, pods and single runs of containers. */
function countersOf(all: readonly Json[]): Map<string, Counters> {
  const found = new Map<string, Counters>();
  const put = (name: string, startTime: string, values: number[]) =>
    found.set(`${name} ${startTime}`, { name, startTime, values });
  for (const { node, pods } of all) {
    put(node.nodeName, node.startTime, [
      node.cpu.usageCoreNanoSeconds,
      node.network.rxBytes,
      node.network.txBytes,
      node.network.rxErrors,
      node.memory.majorPageFaults,
    ]);
    for (const pod of pods) {
      put(pod.podRef.uid, '', [pod.cpu.usageCoreNanoSeconds, pod.network.rxBytes, pod.network.txBytes]);
      for (const container of pod.containers)
        put(`${pod.podRef.uid}/${container.name}`, container.startTime, [container.cpu.usageCoreNanoSeconds]);
    }
  }
  return found;
}

test('no counter of a node, a pod or a container run ever falls, after any event', async () => {
  started = await startForTest();
  const { engine } = started.simulator;
  for (const name of [
    'crash-loop',
    'oom-kill',
    'rollout',
    'scale-down',
    'cpu-hot',
    'network-unavailable',
    'memory-pressure',
    'job-run',
    'drain',
  ])
    engine.start(name, { cluster: 'aks-test', seconds: 240 });
  let before = countersOf(await summaries(started));
  let compared = 0;
  for (let round = 0; round < 40; round++) {
    started.clock.advance(15_000);
    const now = countersOf(await summaries(started));
    for (const [key, { values }] of now) {
      const earlier = before.get(key);
      if (!earlier) continue;
      for (const [index, value] of values.entries()) {
        compared += 1;
        if (value < (earlier.values[index] ?? 0))
          expect.fail(`${key} fell from ${earlier.values} to ${values} in round ${round}`);
      }
    }
    before = now;
  }
  expect(compared).toBeGreaterThan(10_000);
});

test("a node's counters stay the same when a pod is evicted and then removed", async () => {
  started = await startForTest();
  const { cluster } = started.first;
  const atSec = cluster.timeline.nowSec();
  const pods = [...cluster.store.pods.values()].filter(
    (pod) => pod.phase === 'Running' && pod.podIp !== '' && !pod.template.isHostNetwork,
  );
  expect(pods.length).toBeGreaterThan(10);
  for (const pod of pods) {
    const node = cluster.store.nodes.get(pod.nodeName);
    if (!node) throw new Error(`no node ${pod.nodeName}`);
    const read = () => {
      const { cpuSec, network } = readNode(cluster, node, atSec);
      return [Math.round(cpuSec), network.rxBytes, network.txBytes];
    };
    const before = read();
    evictPod(cluster, keyOf(pod), 'low on memory');
    expect(read()).toEqual(before);
    removePod(cluster, keyOf(pod));
    expect(read()).toEqual(before);
  }
});

test('a counter grows by its rate, second by second', async () => {
  started = await startForTest();
  const { get, clock } = started;
  started.simulator.engine.start('cpu-hot', { cluster: 'aks-test', seconds: 60 });
  const node = (await get('/api/v1/nodes')).items[0].metadata.name;
  const read = async (): Promise<Json> => (await get(`/api/v1/nodes/${node}/proxy/stats/summary`)).node.cpu;
  const first = await read();
  let area = 0;
  let rate = first.usageNanoCores;
  for (let second = 0; second < 120; second++) {
    clock.advance(1000);
    const now = await read();
    area += (rate + now.usageNanoCores) / 2;
    rate = now.usageNanoCores;
  }
  const counted = (await read()).usageCoreNanoSeconds - first.usageCoreNanoSeconds;
  // The load jumps once within the minute. The sum is half wrong for that second.
  expect(Math.abs(counted - area) / counted).toBeLessThan(0.01);
});

test("a restarted container counts from zero while its pod's counters continue", async () => {
  started = await startForTest();
  const run = started.simulator.engine.start('crash-loop', { cluster: 'aks-test' });
  const [, workload = ''] = run.target.split('/');
  const mine = (all: Json[]) =>
    all
      .flatMap(({ pods }) => pods)
      .filter((pod: Json) => pod.podRef.name.startsWith(`${workload}-`))
      .map((pod: Json) => [
        pod.podRef.uid,
        pod.cpu.usageCoreNanoSeconds,
        pod.containers.find(({ name }: Json) => name === workload),
      ]);
  const before = new Map(mine(await summaries(started)).map((entry: Json) => [entry[0], entry]));
  // The crash comes after 4 s, the new start one second later.
  started.clock.advance(8000);
  const after = mine(await summaries(started));
  expect(after.length).toBeGreaterThan(0);
  for (const [uid, podNs, container] of after) {
    const [, podNsBefore, containerBefore] = before.get(uid);
    expect(podNs).toBeGreaterThan(podNsBefore);
    expect(container.cpu.usageCoreNanoSeconds).toBeLessThan(containerBefore.cpu.usageCoreNanoSeconds);
    expect(container.startTime > containerBefore.startTime).toBe(true);
  }
});

test('containers add up to their pod, and pods plus the system to their node', async () => {
  started = await startForTest();
  for (const { node, pods } of await summaries(started)) {
    let podsNs = 0;
    for (const pod of pods) {
      const sum = (path: (container: Json) => number) =>
        pod.containers.reduce((total: number, container: Json) => total + path(container), 0);
      expect(pod.memory.workingSetBytes).toBe(sum(({ memory }) => memory.workingSetBytes));
      const restarted = pod.cpu.usageCoreNanoSeconds - sum(({ cpu }) => cpu.usageCoreNanoSeconds);
      expect(restarted).toBeGreaterThanOrEqual(0);
      podsNs += pod.cpu.usageCoreNanoSeconds;
    }
    const ofPods = node.systemContainers.find(({ name }: Json) => name === 'pods');
    expect(Math.abs(ofPods.cpu.usageCoreNanoSeconds - podsNs)).toBeLessThan(pods.length + 1e4);
    expect(node.cpu.usageCoreNanoSeconds).toBeGreaterThan(podsNs);
  }
});

/** Parses Prometheus text into name, labels and value. */
function parseText(text: string): { name: string; labels: Record<string, string>; value: number }[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', body = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)(?: \d+)?$/.exec(line) ?? [];
      const labels = [...body.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(labels), value: Number(value) };
    });
}

test('cAdvisor has containers, their cgroup sums and sandboxes, and agrees with the summary', async () => {
  started = await startForTest();
  const [summary] = await summaries(started);
  const answer = await started.ask(`/api/v1/nodes/${summary?.node.nodeName}/proxy/metrics/cadvisor`);
  const series = parseText(await answer.text());
  expect(series.every(({ name, value }) => name !== '' && Number.isFinite(value))).toBe(true);
  const cpu = series.filter(({ name }) => name === 'container_cpu_usage_seconds_total');
  expect(Object.keys(cpu[0]?.labels ?? {}).sort()).toEqual(
    ['container', 'cpu', 'id', 'image', 'name', 'namespace', 'pod'].sort(),
  );
  for (const pod of summary?.pods ?? []) {
    const own = cpu.filter(({ labels }) => labels.pod === pod.podRef.name);
    expect(own.filter(({ labels }) => labels.container === 'POD')).toHaveLength(1);
    const sum = own.find(({ labels }) => labels.container === '');
    expect(sum?.value).toBeCloseTo(pod.cpu.usageCoreNanoSeconds / 1e9, 4);
    for (const container of pod.containers) {
      const found = own.find(({ labels }) => labels.container === container.name);
      expect(found?.value).toBeCloseTo(container.cpu.usageCoreNanoSeconds / 1e9, 4);
      expect(found?.labels.id).toMatch(
        /^\/kubepods\/(burstable\/|besteffort\/)?pod[0-9a-f-]{36}\/[0-9a-f]{64}$/,
      );
    }
  }
  const throttled = series.filter(({ name }) => name === 'container_cpu_cfs_throttled_periods_total');
  expect(throttled.length).toBeGreaterThan(0);
  expect(throttled.every(({ labels }) => labels.container !== '' && labels.container !== 'POD')).toBe(true);
});

test('a kubelet answers on its port to clients that may read statistics', async () => {
  started = await startForTest({ hasKubelets: true });
  const { kubelets, accounts } = started.first;
  const [kubelet] = kubelets;
  const node = await started.get(`/api/v1/nodes/${kubelet?.nodeName}`);
  expect(node.status.daemonEndpoints.kubeletEndpoint.Port).toBe(kubelet?.port);
  const address = node.status.addresses.find(({ type }: Json) => type === 'InternalIP').address;
  const url = `http://${address}:${node.status.daemonEndpoints.kubeletEndpoint.Port}`;
  const ask = (path: string, token?: string) =>
    fetch(`${url}${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  expect((await ask('/stats/summary')).status).toBe(401);
  expect((await ask('/stats/summary', 'wrong')).status).toBe(401);
  expect((await ask('/pods', accounts.agent.token)).status).toBe(403);
  const direct = await ask('/stats/summary', accounts.agent.token);
  expect(direct.status).toBe(200);
  expect(await direct.json()).toEqual(
    await started.get(`/api/v1/nodes/${kubelet?.nodeName}/proxy/stats/summary`),
  );
  expect((await ask('/metrics/cadvisor', accounts.agent.token)).status).toBe(200);
});

test('a virtual node uses exactly what its pods use: it is not a machine', async () => {
  started = await startForTest({ clusters: [{ name: 'a', flavour: 'aks', pods: 400 }] });
  const { node, pods } = await started.get('/api/v1/nodes/virtual-node-aci-linux/proxy/stats/summary');
  const sum = (of: (pod: Json) => number) => pods.reduce((all: number, pod: Json) => all + of(pod), 0);
  expect(pods.length).toBeGreaterThan(0);
  expect(node.cpu.usageNanoCores).toBeCloseTo(
    sum(({ cpu }) => cpu.usageNanoCores),
    -3,
  );
  expect(node.memory.workingSetBytes).toBe(sum(({ memory }) => memory.workingSetBytes));
});
