import { startCronJobs } from '../controllers/jobs.ts';
import { hashText, Random } from '../core/random.ts';
import type { Cluster } from '../world/cluster.ts';
import type { ScenarioEngine } from './engine.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './registry.ts';

/** Mean time between two scenarios in a cluster of 1,500 pods. Larger clusters have more of them. */
export const USUAL_PACE_SEC = 240;
const USUAL_PODS = 1500;
const MAX_RUNNING = 3;

/** Starts cron jobs, and scenarios at random times, each for its usual duration. */
export function startRandomScenarios(cluster: Cluster, engine: ScenarioEngine, paceSec: number): void {
  const random = new Random(hashText(cluster.seed, 'random scenarios'));
  startCronJobs(cluster);
  const meanMs = (paceSec * 1000) / Math.max(1, cluster.spec.pods / USUAL_PODS);
  function next(): void {
    const waitMs = Math.floor(-Math.log(1 - random.next()) * meanMs);
    cluster.timeline.after(waitMs, () => {
      const busy = engine.running().filter((running) => running.cluster === cluster.name).length;
      if (busy < MAX_RUNNING) {
        const name = pickName(random);
        engine.startIfPossible(name, cluster.name, SCENARIOS[name].usualSec);
      }
      next();
    });
  }
  next();
}

function pickName(random: Random): ScenarioName {
  const weights = SCENARIO_NAMES.map((name) => SCENARIOS[name].weight);
  let at = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, name] of SCENARIO_NAMES.entries()) {
    at -= weights[index] ?? 0;
    if (at < 0) return name;
  }
  return 'rollout';
}
