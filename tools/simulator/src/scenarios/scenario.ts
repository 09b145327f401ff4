import type { Random } from '../core/random.ts';
import type { LoadChange } from '../metrics/load-changes.ts';
import type { Cluster } from '../world/cluster.ts';

export type TargetKind =
  | 'cluster'
  | 'deployment'
  | 'node'
  | 'pod'
  | 'claim'
  | 'namespace'
  | 'autoscaler'
  | 'disruptionBudget';

export interface ScenarioRun {
  readonly cluster: Cluster;
  /** The key of the target: `namespace/name`, or the name of a node. Empty for the whole cluster. */
  readonly target: string;
  readonly random: Random;
}

/** One kind of simulated incident or change. */
export interface Scenario {
  readonly title: string;
  readonly target: TargetKind;
  /** The duration of a random run. */
  readonly usualSec: number;
  /** The relative frequency of random runs. 0: only on request. */
  readonly weight: number;
  /**
   * Starts the scenario and returns a function that ends it. The damage is repaired some time after the end.
   */
  start(run: ScenarioRun): () => void;
}

export type LoadFactors = Partial<Omit<LoadChange, 'fromSec'>>;

/** Changes the load of containers, each given as pod id and index. The returned function restores it. */
export function changeLoad(
  { loads, timeline }: Cluster,
  containers: readonly (readonly [podId: number, index: number])[],
  factors: LoadFactors,
): () => void {
  const apply = (change: LoadFactors) => {
    for (const [podId, index] of containers) loads.change(podId, index, timeline.nowSec(), change);
  };
  apply(factors);
  return () => apply({});
}
