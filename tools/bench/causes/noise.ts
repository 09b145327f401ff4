import { startCronJobs } from '../../simulator/src/controllers/jobs.ts';
import { cordon, uncordon } from '../../simulator/src/controllers/nodes.ts';
import { deletePod } from '../../simulator/src/controllers/pods.ts';
import { hashText, Random } from '../../simulator/src/core/random.ts';
import { SCENARIOS } from '../../simulator/src/scenarios/registry.ts';
import { keyOf } from '../../simulator/src/world/collection.ts';
import { withChange } from '../../simulator/src/world/templates.ts';
import type { FaultScenario } from './fault-scenario.ts';
import type { FaultWorld } from './fault-world.ts';
import { workersOf } from './node-faults.ts';

const MINUTE_MS = 60_000;
const PLATFORM = /^(kube-system|monitoring|cert-manager|ingress-nginx)\//;

/** When the fault begins, and which workloads it needs unchanged. */
type Around = Pick<FaultScenario, 'uses'> & { readonly startMin: number };

/**
 * What else happens in an ordinary hour and a half: changes that break nothing, and a few other failures. Some
 * of it is nearer to the alarm than the fault. The same cluster always has the same noise.
 */
export function planNoise(world: FaultWorld, { uses, startMin }: Around): void {
  const { cluster } = world;
  const { store, timeline } = cluster;
  const random = new Random(hashText(cluster.seed, 'noise'));
  const at = (minute: number, act: () => void) => timeline.after(Math.max(0.5, minute) * MINUTE_MS, act);
  const anyTime = () => random.between(3, startMin + 12);
  const soonAfter = () => startMin + random.between(0.5, 4);
  /** Chosen when the noise happens, among the workloads that are healthy then. */
  const pickDeployment = (namespace?: string): string | undefined => {
    const keys = [...store.deployments.values()]
      .filter(({ replicas, status }) => replicas >= 2 && status.ready === replicas)
      .map(keyOf)
      .filter((key) => !uses.includes(key) && !PLATFORM.test(key))
      .filter((key) => namespace === undefined || key.startsWith(`${namespace}/`));
    return keys.length === 0 ? undefined : random.pick(keys);
  };
  const [used] = uses;
  const ownNamespace = used?.split('/')[0];

  startCronJobs(cluster);
  for (const when of [anyTime(), anyTime(), startMin - random.between(1, 8), soonAfter()])
    at(when, () => rollOut(world, pickDeployment()));
  at(soonAfter(), () => rollOut(world, pickDeployment(ownNamespace)));
  for (const when of [anyTime(), anyTime()]) at(when, () => setVariable(world, pickDeployment()));
  for (const when of [anyTime(), soonAfter()])
    at(when, () => scaleBy(world, pickDeployment(), random.int(1, 2)));
  at(anyTime(), () => scaleBy(world, pickDeployment(), -1));
  // Half of the faults hit a workload that was changed before, without harm.
  if (used !== undefined && store.deployments.get(used) && random.chance(0.5)) {
    at(startMin - random.between(25, 45), () => scaleBy(world, used, 1));
    if (random.chance(0.5)) at(startMin - random.between(12, 24), () => rollOut(world, used));
  }
  at(anyTime(), () => cordonForAWhile(world, random));
  for (let minute = 2; minute < startMin + 14; minute += 3)
    at(minute + random.between(0, 2), () => chatter(world, random));
  for (let pod = 0; pod < 5; pod++)
    at(anyTime(), () => {
      const key = pickDeployment();
      const [first] = key === undefined ? [] : world.podsOf(key);
      if (first) deletePod(cluster, keyOf(first));
    });
  for (const when of [anyTime(), soonAfter()]) at(when, () => world.begin('job-run'));
  // Other alarms: a failing deployment without a change, and a claim that stays pending.
  at(startMin - random.between(2, 20), () => {
    const key = pickDeployment();
    if (key === undefined) return;
    world.otherFailing.add(key);
    SCENARIOS['crash-loop'].start({ cluster, target: key, random });
  });
  at(anyTime(), () => world.begin('claim-pending'));
  autoscaleUpAndDown(world, at, pickDeployment, startMin);
}

function rollOut(world: FaultWorld, key: string | undefined): void {
  if (key === undefined) return;
  SCENARIOS.rollout.start({ cluster: world.cluster, target: key, random: world.random });
}

function setVariable({ cluster }: FaultWorld, key: string | undefined): void {
  const deployment = key === undefined ? undefined : cluster.store.deployments.get(key);
  if (key === undefined || !deployment) return;
  const template = withChange(cluster, deployment.template, { env: { LOG_LEVEL: 'debug' } });
  cluster.store.deployments.update(key, { template });
}

function scaleBy(world: FaultWorld, key: string | undefined, replicas: number): void {
  if (key !== undefined) world.scale(key, Math.max(1, world.replicasOf(key) + replicas));
}

function cordonForAWhile({ cluster }: FaultWorld, random: Random): void {
  const { name } = random.pick(workersOf(cluster));
  cordon(cluster, name);
  cluster.timeline.after(8 * MINUTE_MS, () => uncordon(cluster, name));
}

/** A probe of a healthy pod timed out. */
function chatter({ cluster }: FaultWorld, random: Random): void {
  const pods = [...cluster.store.pods.values()].filter(
    (pod) => pod.isReady && pod.owner?.kind === 'ReplicaSet',
  );
  if (pods.length === 0) return;
  const pod = random.pick(pods);
  cluster.events.record('Pod', pod, {
    container: pod.template.containers[0]?.name,
    type: 'Warning',
    reason: 'Unhealthy',
    message: `Readiness probe failed: Get "http://${pod.podIp}:8080/ready": context deadline exceeded`,
  });
}

/** One autoscaled deployment follows its load, up and down. */
function autoscaleUpAndDown(
  world: FaultWorld,
  at: (minute: number, act: () => void) => void,
  pickDeployment: () => string | undefined,
  startMin: number,
): void {
  let chosen: string | undefined;
  for (let turn = 0; turn * 9 < startMin + 10; turn++) {
    at(4 + turn * 9, () => {
      chosen ??= pickDeployment();
      if (chosen !== undefined) world.autoscale(chosen, world.replicasOf(chosen) + (turn % 2 === 0 ? 2 : -2));
    });
  }
}
