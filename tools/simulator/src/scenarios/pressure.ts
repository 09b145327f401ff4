import { addTaint, nodeEvent, removeTaints, setCondition } from '../controllers/nodes.ts';
import { deletePod, evictPod } from '../controllers/pods.ts';
import type { NodeConditionType } from '../kinds/records.ts';
import type { NodeStrain } from '../world/faults.ts';
import type { ScenarioRun } from './scenario.ts';

export interface Pressure {
  readonly condition: Extract<NodeConditionType, 'MemoryPressure' | 'DiskPressure' | 'PIDPressure'>;
  readonly taint: string;
  readonly resource: string;
  readonly under: { readonly reason: string; readonly message: string };
  readonly over: { readonly reason: string; readonly message: string };
  readonly events: readonly [under: string, over: string];
  readonly evicts: number;
  strain(run: ScenarioRun): NodeStrain;
}

/** A kubelet under pressure sets the condition, accepts no more pods and evicts some. */
export function startPressure(run: ScenarioRun, pressure: Pressure): () => void {
  const { cluster, target } = run;
  const { condition, taint } = pressure;
  const node = cluster.store.nodes.get(target);
  if (!node) throw new Error(`no node ${target}`);
  cluster.faults.strainedNodes.set(target, pressure.strain(run));
  setCondition(cluster, target, condition, { status: 'True', ...pressure.under });
  addTaint(cluster, target, { key: taint, effect: 'NoSchedule' });
  const [under, over] = pressure.events;
  nodeEvent(cluster, node, under, `Node ${target} status is now: ${under}`, 'kubelet');
  nodeEvent(
    cluster,
    node,
    'EvictionThresholdMet',
    `Attempting to reclaim ${pressure.resource}`,
    'kubelet',
    'Warning',
  );
  const evicted = evictSome(run, pressure);
  return () => {
    cluster.faults.strainedNodes.delete(target);
    setCondition(cluster, target, condition, { status: 'False', ...pressure.over });
    removeTaints(cluster, target, taint);
    nodeEvent(cluster, node, over, `Node ${target} status is now: ${over}`, 'kubelet');
    for (const key of evicted) deletePod(cluster, key);
  };
}

function evictSome({ cluster, target }: ScenarioRun, pressure: Pressure): string[] {
  const keys = cluster.indexes
    .podsOn(target)
    .filter((key) => cluster.store.pods.get(key)?.owner?.kind === 'ReplicaSet')
    .slice(0, pressure.evicts);
  for (const key of keys) evictPod(cluster, key, `The node was low on resource: ${pressure.resource}. `);
  return keys;
}
