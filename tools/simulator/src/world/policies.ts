import { unit } from '../core/random.ts';
import type { AutoscalerRecord, WorkloadRef } from '../kinds/object/records.ts';
import type { Cluster } from './cluster.ts';
import type { Seeder } from './seeder.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const DAY_SEC = 86_400;
const TARGET_PERCENT = 70;
/** How far the demand of a day is from its mean. */
const SWING = 0.35;

/** Budgets, autoscalers and limits of a namespace of the business. */
export function seedPolicies(cluster: Cluster, seeder: Seeder, namespace: string): void {
  const { store } = cluster;
  const past = () => ({ ...cluster.creationFields(), createdSec: seeder.past(200), namespace });
  store.limitranges.add({
    ...past(),
    name: 'container-limits',
    min: { cpu: 5, memory: 8 * MIB },
    max: { cpu: 8000, memory: 32 * GIB },
    defaultLimit: { cpu: 500, memory: 512 * MIB },
    defaultRequest: { cpu: 100, memory: 128 * MIB },
  });
  for (const { kind, workload } of workloadsIn(cluster, namespace)) {
    if (workload.replicas < 2) continue;
    store.poddisruptionbudgets.add({
      ...past(),
      name: workload.name,
      target: { kind, name: workload.name },
      selector: workload.template.labels,
      maxUnavailable: 1,
      healthy: workload.status.ready,
      expected: workload.replicas,
    });
  }
  const scaled = [...store.deployments.values()].filter(
    (one) => one.namespace === namespace && one.replicas >= 2,
  );
  for (const { name, replicas } of scaled.slice(0, 2)) {
    const drafted = {
      ...past(),
      name,
      target: { kind: 'Deployment', name },
      min: Math.max(1, Math.floor(replicas / 2)),
      max: replicas + Math.max(2, Math.ceil(replicas / 2)),
      current: replicas,
      desired: replicas,
      usual: 0,
      targetPercent: TARGET_PERCENT,
      usedPercent: TARGET_PERCENT,
      lastScaleSec: 0,
      limitedSec: 0,
    } as const satisfies AutoscalerRecord;
    const usual = replicas / activityOf(cluster, drafted.id);
    store.horizontalpodautoscalers.add({ ...drafted, usual });
  }
}

export function workloadsIn({ store }: Cluster, namespace: string) {
  const named = <Kind extends WorkloadRef['kind']>(kind: Kind, resource: 'deployments' | 'statefulsets') =>
    [...store[resource].values()]
      .filter((workload) => workload.namespace === namespace)
      .map((workload) => ({ kind, workload }));
  return [...named('Deployment', 'deployments'), ...named('StatefulSet', 'statefulsets')];
}

/** A smooth wave over the day: replicas change a few times a day, not all the time. */
function activityOf({ seed, timeline }: Cluster, id: number): number {
  const phase = (timeline.nowSec() % DAY_SEC) / DAY_SEC + unit(seed ^ 0x4a5, id);
  return 1 + SWING * Math.cos(2 * Math.PI * phase);
}

/** How many times the usual demand needs this many replicas now. */
export function demandFactorOf(
  cluster: Cluster,
  { id, usual }: Pick<AutoscalerRecord, 'id' | 'usual'>,
  replicas: number,
): number {
  return replicas / (usual * activityOf(cluster, id));
}

/** One step of the autoscaler: demand that no single replica can serve is served by more of them. */
export function reconcileAutoscaler(cluster: Cluster, key: string): void {
  const { store, faults, timeline } = cluster;
  const autoscaler = store.horizontalpodautoscalers.get(key);
  if (!autoscaler) return;
  const scaled = store[autoscaler.target.kind === 'Deployment' ? 'deployments' : 'statefulsets'];
  const workloadKey = `${autoscaler.namespace}/${autoscaler.target.name}`;
  const workload = scaled.get(workloadKey);
  if (!workload) return;
  const demand = autoscaler.usual * activityOf(cluster, autoscaler.id) * (faults.demand.get(key) ?? 1);
  const wanted = Math.round(demand);
  const desired = Math.min(autoscaler.max, Math.max(autoscaler.min, wanted));
  const nowSec = timeline.nowSec();
  const isScaling = desired !== autoscaler.desired;
  if (isScaling && desired !== workload.replicas) {
    scaled.update(workloadKey, { replicas: desired });
    const message = `New size: ${desired}; reason: cpu resource utilization (percentage of request) ${
      desired > autoscaler.desired ? 'above' : 'below'
    } target`;
    cluster.events.record('HorizontalPodAutoscaler', autoscaler, { reason: 'SuccessfulRescale', message });
  }
  const running = Math.max(1, workload.status.ready);
  store.horizontalpodautoscalers.updateIfChanged(key, {
    current: workload.status.replicas,
    desired,
    usedPercent: Math.round((demand / running) * TARGET_PERCENT),
    lastScaleSec: isScaling ? nowSec : autoscaler.lastScaleSec,
    limitedSec: wanted > autoscaler.max ? autoscaler.limitedSec || nowSec : 0,
  });
}

/** The counts of the budgets of a workload. */
export function reconcileBudgets({ store }: Cluster, namespace: string, target: WorkloadRef): void {
  const workload = store[target.kind === 'Deployment' ? 'deployments' : 'statefulsets'].get(
    `${namespace}/${target.name}`,
  );
  const key = `${namespace}/${target.name}`;
  const budget = store.poddisruptionbudgets.get(key);
  if (!workload || budget?.target.kind !== target.kind) return;
  store.poddisruptionbudgets.updateIfChanged(key, {
    healthy: workload.status.ready,
    expected: workload.replicas,
  });
}
