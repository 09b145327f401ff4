import { describe, expect, it } from 'vitest';
import { manualClock } from '../core/clock.ts';
import { createWorld } from '../create-world.ts';
import type { WorkloadRecord } from '../kinds/object/records.ts';
import { keyOf } from '../world/collection.ts';
import { withChange } from '../world/templates.ts';

function openCluster() {
  const clock = manualClock(Date.parse('2026-11-15T00:00:00Z'));
  const { clusters } = createWorld({
    clusters: [{ name: 'onprem-seoul', flavour: 'onprem', pods: 150 }],
    seed: 4,
    clock,
  });
  const [cluster] = clusters;
  if (!cluster) throw new Error('no cluster');
  const { store, indexes, faults } = cluster;
  const deployment = [...store.deployments.values()].find(({ namespace }) => namespace === 'shop');
  if (!deployment) throw new Error('no deployment');
  const key = keyOf(deployment);
  const podsOf = ({ id }: WorkloadRecord) =>
    indexes.replicaSetsOf(id).flatMap((replicaSet) => indexes.podsOf(replicaSet.id));
  const nextImage = (set: WorkloadRecord) =>
    withChange(cluster, set.template, { image: 'registry.example/next:2' });
  const reasons = () => new Set([...store.events.values()].map(({ reason }) => reason));
  return { clock, cluster, store, indexes, faults, deployment, key, podsOf, nextImage, reasons };
}

describe.each(['daemonsets', 'statefulsets'] as const)('a changed template of %s', (resource) => {
  it('replaces all pods, never two at a time', () => {
    const { clock, store, indexes, nextImage } = openCluster();
    const set = [...store[resource].values()].find(({ replicas }) => replicas >= 2);
    if (!set) throw new Error('no set');
    store[resource].update(keyOf(set), { template: nextImage(set) });
    let mostMissing = 0;
    for (let second = 0; second < 300; second++) {
      clock.advance(1000);
      const ready = indexes.podsOf(set.id).filter((pod) => pod.isReady && pod.deletedSec === undefined);
      mostMissing = Math.max(mostMissing, set.replicas - ready.length);
    }
    const images = indexes.podsOf(set.id).map(({ template }) => template.containers[0]?.image);
    expect(images).toEqual(Array.from({ length: set.replicas }, () => 'registry.example/next:2'));
    expect(mostMissing).toBe(1);
  });
});

it('pods of a template whose probe fails run without being ready, and the rollout stops', () => {
  const { clock, cluster, store, faults, deployment, key, podsOf, reasons } = openCluster();
  const template = withChange(cluster, deployment.template, { readinessProbe: { path: '/', timeoutSec: 1 } });
  faults.failingProbes.add(template.id);
  store.deployments.update(key, { template });
  clock.advance(120_000);
  const fresh = podsOf(deployment).filter((pod) => pod.template.id === template.id);
  expect(fresh.length).toBeGreaterThan(0);
  expect(fresh.every((pod) => pod.phase === 'Running' && !pod.isReady)).toBe(true);
  expect(store.deployments.get(key)?.status.ready).toBeGreaterThan(0);
  expect(reasons()).toContain('Unhealthy');
});

it('a container with a wrong configuration is not created', () => {
  const { clock, cluster, store, faults, deployment, key, podsOf } = openCluster();
  const template = withChange(cluster, deployment.template, { env: { MODE: 'x' } });
  faults.wrongConfigurations.set(template.id, "couldn't find key MODE in ConfigMap shop/settings");
  store.deployments.update(key, { template });
  clock.advance(60_000);
  const fresh = podsOf(deployment).filter((pod) => pod.template.id === template.id);
  expect(fresh[0]).toMatchObject({ phase: 'Pending' });
  expect(fresh[0]?.containers[0]?.waitingReason).toBe('CreateContainerConfigError');
});

it('refused pods are created once the refusal ends', () => {
  const { clock, store, faults, deployment, key, podsOf, reasons } = openCluster();
  const replicas = deployment.replicas + 2;
  faults.refusedPods.set('shop', 'admission webhook "policy.example" denied the request');
  store.deployments.update(key, { replicas });
  clock.advance(60_000);
  expect(podsOf(deployment)).toHaveLength(deployment.replicas);
  expect(reasons()).toContain('FailedCreate');
  faults.refusedPods.delete('shop');
  clock.advance(60_000);
  expect(podsOf(deployment)).toHaveLength(replicas);
});

it('an enforced quota stops the growth of a deployment at its limit', () => {
  const { clock, cluster, store, indexes, faults, key } = openCluster();
  faults.enforcedQuotas.add('shop');
  store.deployments.update(key, { replicas: 200 });
  clock.advance(120_000);
  const hard = cluster.store.resourcequotas.get('shop/compute-quota')?.hard ?? {};
  const { pods, bytes } = indexes.requestedIn('shop');
  expect(pods).toBeLessThanOrEqual(hard.pods ?? 0);
  expect(bytes).toBeLessThanOrEqual(hard['requests.memory'] ?? 0);
});
