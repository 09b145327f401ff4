import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FLAVOURS } from './flavours/registry.ts';
import { readSettings } from './settings.ts';
import { type Json, READ_PATHS, type Started, startForTest } from './testing/start.ts';

/** All bytes that the API and the kubelets return. */
async function allBytes(started: Started): Promise<string[]> {
  const { items } = await started.get('/api/v1/nodes');
  const paths = [
    ...READ_PATHS,
    ...items.flatMap(({ metadata }: Json) => [
      `/api/v1/nodes/${metadata.name}/proxy/stats/summary`,
      `/api/v1/nodes/${metadata.name}/proxy/metrics/cadvisor`,
    ]),
  ];
  return Promise.all(paths.map(async (path) => (await started.ask(path)).text()));
}

test('the same seed and clock give the same bytes, also after simulated hours', async () => {
  await using one = await startForTest({ hasRandomScenarios: true });
  await using two = await startForTest({ hasRandomScenarios: true });
  await using other = await startForTest({ hasRandomScenarios: true, seed: 8 });
  expect(await allBytes(one)).toEqual(await allBytes(two));
  one.clock.advance(3 * 3_600_000);
  // The other process advanced in many small steps, which must not change the result.
  for (let i = 0; i < 1080; i++) two.clock.advance(10_000);
  other.clock.advance(3 * 3_600_000);
  // A scenario may have shut the API: it opens, and the client notices that its connections are closed.
  for (const { simulator } of [one, two, other]) simulator.engine.stopAll();
  await delay(50);
  expect(await allBytes(one)).toEqual(await allBytes(two));
  expect(await allBytes(other)).not.toEqual(await allBytes(one));
  const { metadata } = await one.get('/api/v1/pods');
  const { items } = await one.get('/api/v1/namespaces');
  const first = Math.min(...items.map((item: Json) => Number(item.metadata.resourceVersion)));
  expect(Number(metadata.resourceVersion)).toBeGreaterThan(first);
});

test.each(['aks', 'eks', 'onprem'] as const)(
  '%s: exactly the requested pods, placed within the capacity of the nodes',
  async (flavour) => {
    await using started = await startForTest({ clusters: [{ name: `${flavour}-x`, flavour, pods: 400 }] });
    const { items: pods } = await started.get('/api/v1/pods');
    const { items: nodes } = await started.get('/api/v1/nodes');
    expect(pods).toHaveLength(400);
    const containers = pods.reduce((sum: number, pod: Json) => sum + pod.spec.containers.length, 0);
    expect(containers / pods.length).toBeGreaterThan(1.7);
    expect(containers / pods.length).toBeLessThan(2.4);
    for (const node of nodes) {
      const here = pods.filter((pod: Json) => pod.spec.nodeName === node.metadata.name);
      expect(here.length).toBeLessThanOrEqual(Number(node.status.allocatable.pods));
      const asked = here
        .flatMap((pod: Json) => pod.spec.containers)
        .reduce((sum: number, container: Json) => sum + milli(container.resources.requests?.cpu), 0);
      expect(asked).toBeLessThanOrEqual(milli(node.status.allocatable.cpu));
    }
    const owners = new Set<string>(nodes.map(({ metadata }: Json) => metadata.uid));
    for (const resource of ['replicasets', 'statefulsets', 'daemonsets']) {
      const { items } = await started.get(`/apis/apps/v1/${resource}`);
      for (const { metadata } of items) owners.add(metadata.uid);
    }
    for (const { metadata } of pods) expect(owners.has(metadata.ownerReferences[0].uid)).toBe(true);
    expect(new Set(pods.map(({ metadata }: Json) => metadata.uid)).size).toBe(400);
    expect(FLAVOURS[flavour].version).toBe((await started.get('/version')).gitVersion);
  },
);

function milli(text: string | undefined): number {
  if (text === undefined) return 0;
  return text.endsWith('m') ? Number(text.slice(0, -1)) : Number(text) * 1000;
}

test('nodes have the labels of their cloud', async () => {
  await using aks = await startForTest({ clusters: [{ name: 'a', flavour: 'aks', pods: 400 }] });
  const { items: nodes } = await aks.get('/api/v1/nodes');
  const node = nodes.find(({ metadata }: Json) => metadata.labels['kubernetes.azure.com/mode'] === 'user');
  expect(node.metadata.labels).toMatchObject({
    agentpool: 'apps',
    'node.kubernetes.io/instance-type': 'Standard_D16s_v5',
    'topology.kubernetes.io/region': 'koreacentral',
    'topology.kubernetes.io/zone': expect.stringMatching(/^koreacentral-[123]$/),
  });
  expect(node.spec.providerID).toMatch(
    /^azure:\/\/\/subscriptions\/.+\/virtualMachineScaleSets\/.+\/virtualMachines\/\d+$/,
  );
  const { items: pods } = await aks.get('/api/v1/pods');
  const onVirtual = pods.filter(({ spec }: Json) => spec.nodeName === 'virtual-node-aci-linux');
  expect(onVirtual.map(({ metadata }: Json) => metadata.ownerReferences[0].kind)).toEqual(['StatefulSet']);
});

test('pods are distributed over clusters with distinct names', () => {
  const { clusters } = readSettings(['--clusters', 'aks,eks,aks', '--pods', '100'], {});
  expect(clusters.map(({ pods }) => pods)).toEqual([34, 33, 33]);
  expect(new Set(clusters.map(({ name }) => name)).size).toBe(3);
});
