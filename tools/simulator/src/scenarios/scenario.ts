import type { Random } from '../seed/random.ts';
import type { Cluster } from '../world/cluster.ts';

export type TargetKind = 'cluster' | 'deployment' | 'statefulset' | 'node' | 'pod' | 'claim';

export interface ScenarioRun {
  readonly cluster: Cluster;
  /** The key of what it happens to: `namespace/name`, or the name of a node; empty for the whole cluster. */
  readonly target: string;
  readonly random: Random;
}

/** One thing that can go differently. */
export interface Scenario {
  readonly title: string;
  readonly target: TargetKind;
  /** How long it lasts when it comes by itself. */
  readonly usualSec: number;
  /** How often it comes by itself, against the others; 0: only when asked for. */
  readonly weight: number;
  /** Begins, and gives back how to end it. What it broke is whole again some time after that. */
  start(run: ScenarioRun): () => void;
}
