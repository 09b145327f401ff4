import type { AutoscalerRecord } from '../../simulator/src/kinds/object/records.ts';
import type { Cluster } from '../../simulator/src/world/cluster.ts';
import { demandFactorOf, reconcileAutoscaler } from '../../simulator/src/world/policies.ts';

const TARGET_PERCENT = 70;

/** Changes the demand on a workload so that its autoscaler wants this many replicas. */
export function autoscale(cluster: Cluster, workload: string, before: number, replicas: number): void {
  const { horizontalpodautoscalers } = cluster.store;
  const { min, max } = horizontalpodautoscalers.get(workload) ?? addAutoscaler(cluster, workload, before);
  const autoscaler = horizontalpodautoscalers.update(workload, {
    min: Math.min(min, replicas),
    max: Math.max(max, replicas),
    // It has seen what others changed meanwhile.
    desired: before,
  });
  cluster.faults.demand.set(workload, demandFactorOf(cluster, autoscaler, replicas));
  reconcileAutoscaler(cluster, workload);
}

/** Autoscalers have the names of their workloads. */
function addAutoscaler(cluster: Cluster, workload: string, replicas: number): AutoscalerRecord {
  const [namespace = '', name = ''] = workload.split('/');
  const kind = cluster.store.deployments.get(workload) ? 'Deployment' : 'StatefulSet';
  return cluster.store.horizontalpodautoscalers.add({
    ...cluster.creationFields(),
    namespace,
    name,
    target: { kind, name },
    min: 1,
    max: replicas,
    current: replicas,
    desired: replicas,
    usual: replicas,
    targetPercent: TARGET_PERCENT,
    usedPercent: TARGET_PERCENT,
    lastScaleSec: 0,
    limitedSec: 0,
  });
}
