import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FLAVOURS, isFlavour } from './flavours/registry.ts';
import { readSettings } from './settings.ts';
import { type Json, type Started, startForTest } from './testing/start.ts';

const PATHS = [
  '/api/v1/nodes',
  '/api/v1/pods',
  '/api/v1/namespaces',
  '/api/v1/events',
  '/api/v1/persistentvolumes',
  '/api/v1/persistentvolumeclaims',
  '/api/v1/resourcequotas',
  '/api/v1/limitranges',
  '/api/v1/services',
  '/apis/discovery.k8s.io/v1/endpointslices',
  '/apis/networking.k8s.io/v1/ingresses',
  '/apis/autoscaling/v2/horizontalpodautoscalers',
  '/apis/policy/v1/poddisruptionbudgets',
  '/apis/apps/v1/deployments',
  '/apis/apps/v1/replicasets',
  '/apis/apps/v1/controllerrevisions',
  '/apis/apps/v1/statefulsets',
  '/apis/apps/v1/daemonsets',
  '/apis/batch/v1/jobs',
  '/apis/batch/v1/cronjobs',
];

/** All bytes that the API and the kubelets return. */
async function allBytes(started: Started): Promise<string[]> {
  const { items } = await started.get('/api/v1/nodes');
  const paths = [
    ...PATHS,
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
  expect(Number(metadata.resourceVersion)).toBeGreaterThan(first(await startedAt(one)));
});

function first(list: readonly number[]): number {
  return Math.min(...list);
}

async function startedAt(started: Started): Promise<number[]> {
  const { items } = await started.get('/api/v1/namespaces');
  return items.map(({ metadata }: Json) => Number(metadata.resourceVersion));
}

test.each(['aks', 'eks', 'onprem'])(
  '%s: exactly the requested pods, placed within the capacity of the nodes',
  async (flavour) => {
    if (!isFlavour(flavour)) expect.fail('not a flavour');
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
    const owners = new Set<string>(
      (
        await Promise.all(
          ['apps/v1/replicasets', 'apps/v1/statefulsets', 'apps/v1/daemonsets'].map((path) =>
            started.get(`/apis/${path}`),
          ),
        )
      ).flatMap(({ items }) => items.map(({ metadata }: Json) => metadata.uid)),
    );
    for (const { metadata } of [...nodes]) owners.add(metadata.uid);
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
