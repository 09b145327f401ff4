import { hashText, Random } from '../core/random.ts';
import type { Amounts, NodeRecord } from '../kinds/object/records.ts';
import { type AppPlan, BUSINESS, type NamespacePlan, PLATFORM } from './catalogue.ts';
import type { Cluster } from './cluster.ts';
import { intervalMs } from './cron-interval.ts';
import { eventName, involvedOf } from './event-recorder.ts';
import { seedNetwork } from './network.ts';
import { seedPolicies } from './policies.ts';
import { usageOf, usedOf } from './quotas.ts';
import { Seeder } from './seeder.ts';
import { compactHistory } from './store.ts';
import { appTemplate, jobTemplate, staticTemplate, systemTemplate } from './templates.ts';

const PODS_PER_NODE = 33;
const BASE_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Fills a new cluster with exactly the planned number of pods, unless the platform alone needs more. */
export function populate(cluster: Cluster): void {
  const random = new Random(hashText(cluster.seed, 'world'));
  const seeder = new Seeder(cluster, random);
  const { store } = cluster;
  for (const name of BASE_NAMESPACES) seeder.namespace(name);

  const { flavour } = cluster.spec;
  const workers = Math.max(2, Math.round(cluster.spec.pods / PODS_PER_NODE));
  const planned = flavour.planNodes({ clusterName: cluster.name, seed: cluster.seed, workers, random });
  const nodes = planned.map((node) => ({ role: node.role, record: seeder.node(node) }));
  const nodesOf = (...roles: string[]) =>
    nodes.filter(({ role }) => roles.includes(role)).map(({ record }) => record);

  seedSystem(cluster, seeder, nodesOf('worker', 'control-plane'));
  for (const node of nodesOf('control-plane')) seedStaticPods(cluster, seeder, node);
  const workerNodes = nodesOf('worker');
  for (const plan of PLATFORM) seedNamespace(cluster, seeder, plan, plan.name, workerNodes);
  seedVirtual(cluster, seeder, nodesOf('virtual'));
  for (let round = 1; cluster.store.pods.size < cluster.spec.pods; round++) {
    for (const plan of BUSINESS) {
      const name = round === 1 ? plan.name : `${plan.name}-${round}`;
      seedNamespace(cluster, seeder, plan, name, workerNodes);
      if (cluster.store.pods.size >= cluster.spec.pods) break;
    }
  }
  for (const plan of BUSINESS) {
    if (!cluster.store.namespaces.get(plan.name)) continue;
    seedCronJobs(cluster, seeder, plan);
    seedQuotas(cluster, seeder, plan.name);
  }
  seedEvents(cluster, random);
  for (const { name } of [...PLATFORM, ...BUSINESS])
    if (store.namespaces.get(name)) seedNetwork(cluster, seeder, name);
  for (const { name } of BUSINESS) if (store.namespaces.get(name)) seedPolicies(cluster, seeder, name);
  compactHistory(cluster.store);
}

function seedSystem(cluster: Cluster, seeder: Seeder, nodes: readonly NodeRecord[]): void {
  for (const workload of cluster.spec.flavour.system) {
    const template = systemTemplate(cluster, workload);
    if (workload.kind === 'DaemonSet') seeder.daemonSet('kube-system', workload.name, template, nodes);
    else seeder.deployment('kube-system', workload.name, template, workload.replicas ?? 1);
  }
}

function seedStaticPods(cluster: Cluster, seeder: Seeder, node: NodeRecord): void {
  for (const [name, image] of cluster.spec.flavour.staticPods) {
    seeder.pod({
      namespace: 'kube-system',
      name: `${name}-${node.name}`,
      template: staticTemplate(cluster, name, image),
      owner: { kind: 'Node', name: node.name, id: node.id },
      notBeforeSec: node.createdSec,
      node,
    });
  }
}

function seedNamespace(
  cluster: Cluster,
  seeder: Seeder,
  plan: NamespacePlan,
  name: string,
  nodes: readonly NodeRecord[],
): void {
  seeder.namespace(name);
  const isPlatform = PLATFORM.includes(plan);
  for (const app of plan.apps) {
    const room = cluster.spec.pods - cluster.store.pods.size;
    if (room <= 0 && !isPlatform) return;
    const wanted = seeder.random.int(...app.replicas);
    const replicas = isPlatform ? wanted : Math.min(room, wanted);
    const template = appTemplate(cluster, name, app);
    if (app.kind === 'DaemonSet') seeder.daemonSet(name, app.name, template, nodes);
    else if (app.kind === 'StatefulSet')
      seeder.statefulSet(name, app.name, template, replicas, { gib: app.claimGib ?? 10 });
    else seeder.deployment(name, app.name, template, replicas);
  }
}

/** A worker for nights and weekends, placed directly on a node without daemon sets. */
function seedVirtual(cluster: Cluster, seeder: Seeder, nodes: readonly NodeRecord[]): void {
  for (const [index, node] of nodes.entries()) {
    seeder.namespace('burst');
    const app: AppPlan = {
      name: `burst-worker-${index + 1}`,
      kind: 'StatefulSet',
      replicas: [1, 1],
      image: 'registry.example/burst-worker',
      milliCpu: [500, 1000],
      mib: [512, 1024],
      sidecars: [],
    };
    seeder.statefulSet('burst', app.name, appTemplate(cluster, 'burst', app), 1, { node });
  }
}

function seedCronJobs(cluster: Cluster, seeder: Seeder, plan: NamespacePlan): void {
  const nowSec = cluster.timeline.nowSec();
  for (const job of plan.jobs ?? []) {
    const everySec = intervalMs(job.schedule) / 1000;
    cluster.store.cronjobs.add({
      ...cluster.creationFields(),
      createdSec: seeder.past(200),
      namespace: plan.name,
      name: job.name,
      template: jobTemplate(cluster, plan.name, job),
      schedule: job.schedule,
      isSuspended: job.isSuspended ?? false,
      completions: job.completions,
      lastScheduleSec: nowSec - (nowSec % everySec),
      activeJobs: [],
    });
  }
}

/**
 * Business namespaces may use somewhat more than they do at the start. CPU has no limit: the simulator does
 * not refuse pods, and a scenario asks for more CPU than any node has.
 */
function seedQuotas(cluster: Cluster, seeder: Seeder, namespace: string): void {
  const usage = usageOf(cluster, namespace);
  const room = 1.4 + (hashText(cluster.seed, namespace) % 100) / 100;
  const limit = (resource: string, step: number) =>
    Math.max(1, Math.ceil(((usage[resource] ?? 0) * room) / step)) * step;
  const compute: Amounts = {
    pods: limit('pods', 10),
    'requests.memory': limit('requests.memory', 1024 ** 3),
  };
  const counts: Amounts = { persistentvolumeclaims: limit('persistentvolumeclaims', 5) };
  for (const [name, hard] of Object.entries({ 'compute-quota': compute, 'object-counts': counts })) {
    cluster.store.resourcequotas.add({
      ...cluster.creationFields(),
      createdSec: seeder.past(200),
      namespace,
      name,
      hard,
      used: usedOf(hard, usage),
    });
  }
}

/** Events of an ordinary hour: a few probe timeouts, a pulled image. */
function seedEvents(cluster: Cluster, random: Random): void {
  const { store } = cluster;
  const nowSec = cluster.timeline.nowSec();
  const pods = [...store.pods.values()].filter((pod) => pod.owner?.kind === 'ReplicaSet');
  if (pods.length === 0) return;
  for (let i = 0; i < Math.min(60, Math.ceil(pods.length / 15)); i++) {
    const pod = random.pick(pods);
    const lastSec = nowSec - random.int(20, 3000);
    const count = random.int(1, 6);
    const creationFields = cluster.creationFields();
    store.events.add({
      ...creationFields,
      createdSec: lastSec - (count - 1) * 30,
      namespace: pod.namespace,
      name: eventName(pod.name, lastSec, creationFields.id),
      involved: involvedOf('Pod', pod, pod.template.containers[0]?.name),
      type: 'Warning',
      reason: 'Unhealthy',
      message: `Readiness probe failed: Get "http://${pod.podIp}:8080/ready": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`,
      component: 'kubelet',
      count,
      firstSec: lastSec - (count - 1) * 30,
      lastSec,
    });
  }
}
