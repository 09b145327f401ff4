import { afterEach, expect, test } from 'vitest';
import { evictPod, removePod } from '../controllers/pods.ts';
import { type Json, type Started, startForTest } from '../testing/start.ts';
import { keyOf } from '../world/collection.ts';
import { readPods } from './readings.ts';
import { statsSummary } from './stats-summary.ts';

let started: Started | undefined;
afterEach(() => started?.[Symbol.asyncDispose]());

async function summaries(from: Started): Promise<Json[]> {
  const { items } = await from.get('/api/v1/nodes');
  return Promise.all(
    items.map((node: Json) => from.get(`/api/v1/nodes/${node.metadata.name}/proxy/stats/summary`)),
  );
}

/** Counters by subject: nodes and pods. */
function countersOf(all: readonly Json[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { node, pods } of all) {
    const { rxBytes, txBytes, rxErrors } = node.network;
    const { majorPageFaults } = node.memory;
    found.set(`${node.nodeName} ${node.startTime}`, [rxBytes, txBytes, rxErrors, majorPageFaults]);
    for (const pod of pods) found.set(pod.podRef.uid, [pod.network.rxBytes, pod.network.txBytes]);
  }
  return found;
}

test('no counter of a node or a pod ever falls, after any event', async () => {
  started = await startForTest();
  const { engine } = started.simulator;
  const onPods = ['crash-loop', 'oom-kill', 'rollout', 'scale-down', 'cpu-hot', 'job-run'];
  for (const name of [...onPods, 'network-unavailable', 'memory-pressure', 'drain'])
    engine.start(name, { cluster: 'aks-test', seconds: 240 });
  let before = countersOf(await summaries(started));
  let compared = 0;
  for (let round = 0; round < 40; round++) {
    started.clock.advance(15_000);
    const now = countersOf(await summaries(started));
    for (const [key, values] of now) {
      const earlier = before.get(key) ?? [];
      compared += earlier.length;
      const hasFallen = earlier.some((value, index) => (values[index] ?? 0) < value);
      expect(hasFallen, `${key} from ${earlier} to ${values} in round ${round}`).toBe(false);
    }
    before = now;
  }
  expect(compared).toBeGreaterThan(5000);
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
      const { network } = statsSummary(cluster, node, readPods(cluster, node.name, atSec), atSec).node;
      return [network.rxBytes, network.txBytes];
    };
    const before = read();
    evictPod(cluster, keyOf(pod), 'low on memory');
    expect(read()).toEqual(before);
    removePod(cluster, keyOf(pod));
    expect(read()).toEqual(before);
  }
});

test('a restarted container counts from zero', async () => {
  started = await startForTest();
  const { cluster } = started.first;
  const run = started.simulator.engine.start('crash-loop', { cluster: 'aks-test' });
  const [namespace, workload = ''] = run.target.split('/');
  const mine = () =>
    [...cluster.store.nodes.values()]
      .flatMap(({ name }) => readPods(cluster, name, cluster.timeline.nowSec()))
      .filter(({ pod }) => pod.namespace === namespace && pod.name.startsWith(`${workload}-`))
      .flatMap(({ pod, containers }) =>
        containers.filter(({ index }) => index === 0).map((first) => ({ pod, first })),
      );
  const before = new Map(mine().map((reading) => [reading.pod.id, reading]));
  // The crash comes after 4 s, the new start one second later.
  started.clock.advance(8000);
  const after = mine();
  expect(after.length).toBeGreaterThan(0);
  for (const { pod, first } of after) {
    const earlier = before.get(pod.id)?.first;
    expect(first.counters.writeBytes).toBeLessThan(earlier?.counters.writeBytes ?? 0);
    expect(first.startedSec).toBeGreaterThan(earlier?.startedSec ?? 0);
  }
});

test('containers add up to their pod, and pods plus the system to their node', async () => {
  started = await startForTest();
  for (const { node, pods } of await summaries(started)) {
    let podsBytes = 0;
    for (const pod of pods) {
      const sum = (path: (container: Json) => number) =>
        pod.containers.reduce((total: number, container: Json) => total + path(container), 0);
      expect(pod.memory.workingSetBytes).toBe(sum(({ memory }) => memory.workingSetBytes));
      podsBytes += pod.memory.workingSetBytes;
    }
    expect(node.memory.workingSetBytes).toBeGreaterThan(podsBytes);
    expect(node.cpu.usageNanoCores).toBeGreaterThan(
      pods.reduce((total: number, pod: Json) => total + pod.cpu.usageNanoCores, 0),
    );
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

test('cAdvisor has containers, their cgroup sums and sandboxes', async () => {
  started = await startForTest();
  const [summary] = await summaries(started);
  const answer = await started.ask(`/api/v1/nodes/${summary?.node.nodeName}/proxy/metrics/cadvisor`);
  const series = parseText(await answer.text());
  expect(series.every(({ name, value }) => name !== '' && Number.isFinite(value))).toBe(true);
  const cache = series.filter(({ name }) => name === 'container_memory_cache');
  for (const pod of summary?.pods ?? []) {
    const own = cache.filter(({ labels }) => labels.pod === pod.podRef.name);
    expect(own.filter(({ labels }) => labels.container === 'POD')).toHaveLength(1);
    expect(own.filter(({ labels }) => labels.container === '')).toHaveLength(1);
    for (const container of pod.containers) {
      const found = own.find(({ labels }) => labels.container === container.name);
      expect(found?.value).toBeGreaterThan(0);
      expect(found?.labels.id).toMatch(
        /^\/kubepods\/(burstable\/|besteffort\/)?pod[0-9a-f-]{36}\/[0-9a-f]{64}$/,
      );
    }
  }
});

test('a kubelet answers on its port to clients that may read statistics', async () => {
  started = await startForTest({ hasKubelets: true });
  const { kubelets, accounts } = started.first;
  const [kubelet] = kubelets;
  const ask = (path: string, token?: string) =>
    fetch(`${kubelet?.url}${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
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
