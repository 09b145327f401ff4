import { startControllers } from './controllers/manager.ts';
import type { Clock } from './core/clock.ts';
import { Timeline } from './core/timeline.ts';
import type { FlavourName } from './flavours/flavour.ts';
import { FLAVOURS } from './flavours/registry.ts';
import { ScenarioEngine } from './scenarios/engine.ts';
import { planIncidents } from './scenarios/incidents.ts';
import { startRandomScenarios, USUAL_PACE_SEC } from './scenarios/random-scenarios.ts';
import { Cluster } from './world/cluster.ts';
import { populate } from './world/populate.ts';

export interface ClusterPlan {
  readonly name: string;
  readonly flavour: FlavourName;
  readonly pods: number;
}

export interface WorldOptions {
  readonly clusters: readonly ClusterPlan[];
  readonly seed: number;
  readonly clock: Clock;
  /** The start of the world, in the past. If absent, now. */
  readonly beganMs?: number | undefined;
  readonly hasRandomScenarios?: boolean;
  /** Mean time between two random scenarios of a cluster. */
  readonly paceSec?: number;
  /** The demo's incidents happen at fixed times before the end of this span. If absent, none happen. */
  readonly incidentsSec?: number | undefined;
  /** Objects and statistics also have the fields that the agent does not read. */
  readonly hasUnreadFields?: boolean;
  /** How many changes of each kind a watch can go back. */
  readonly historyLimit?: number;
}

export interface World {
  readonly clusters: readonly Cluster[];
  readonly engine: ScenarioEngine;
  readonly timeline: Timeline;
}

const HISTORY_LIMIT = 4000;

/** Clusters that change over time, without API servers. The same options give the same world. */
export function createWorld(options: WorldOptions): World {
  const timeline = new Timeline(options.clock);
  return timeline.actAt(options.beganMs ?? options.clock.nowMs(), () => fillWorld(options, timeline));
}

function fillWorld(options: WorldOptions, timeline: Timeline): World {
  const clusters = options.clusters.map(({ name, flavour, pods }) => {
    const cluster = new Cluster(
      {
        name,
        flavour: FLAVOURS[flavour],
        pods,
        seed: options.seed,
        historyLimit: options.historyLimit ?? HISTORY_LIMIT,
        hasUnreadFields: options.hasUnreadFields ?? true,
      },
      timeline,
    );
    populate(cluster);
    startControllers(cluster);
    return cluster;
  });
  const engine = new ScenarioEngine(clusters);
  if (options.incidentsSec !== undefined) planIncidents(clusters, engine, timeline, options.incidentsSec);
  if (options.hasRandomScenarios)
    for (const cluster of clusters) startRandomScenarios(cluster, engine, options.paceSec ?? USUAL_PACE_SEC);
  return { clusters, engine, timeline };
}
