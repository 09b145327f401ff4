import type { Random } from '../seed/random.ts';
import type { Cluster } from '../world/cluster.ts';

export type TargetKind = 'cluster' | 'deployment' | 'statefulset' | 'node' | 'pod' | 'claim';

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
