import type { Timeline } from '../core/timeline.ts';
import type { FlavourName } from '../flavours/flavour.ts';
import type { Cluster } from '../world/cluster.ts';
import type { ScenarioEngine } from './engine.ts';
import type { ScenarioName } from './registry.ts';

interface Incident {
  readonly kind: FlavourName;
  /** The start, in minutes before the end of the span. */
  readonly minutesBefore: number;
  readonly scenario: ScenarioName;
  /** If absent, it does not end. */
  readonly minutes?: number;
}

const HOUR = 60;

/** The demo's incidents: a day of three clusters, some of them still open at its end. */
const INCIDENTS: readonly Incident[] = [
  { kind: 'aks', minutesBefore: 25 * HOUR, scenario: 'volume-creeps' },
  { kind: 'aks', minutesBefore: 23 * HOUR, scenario: 'rollout', minutes: 5 },
  { kind: 'eks', minutesBefore: 22 * HOUR, scenario: 'oom-kill', minutes: 15 },
  { kind: 'onprem', minutesBefore: 21 * HOUR, scenario: 'crash-loop', minutes: 25 },
  { kind: 'aks', minutesBefore: 19.5 * HOUR, scenario: 'node-not-ready', minutes: 9 },
  { kind: 'onprem', minutesBefore: 18 * HOUR, scenario: 'volume-fills', minutes: 40 },
  { kind: 'eks', minutesBefore: 16 * HOUR, scenario: 'drain', minutes: 12 },
  { kind: 'eks', minutesBefore: 15.7 * HOUR, scenario: 'replace-node', minutes: 3 },
  { kind: 'aks', minutesBefore: 14 * HOUR, scenario: 'drain', minutes: 20 },
  { kind: 'onprem', minutesBefore: 12 * HOUR, scenario: 'node-not-ready', minutes: 12 },
  { kind: 'eks', minutesBefore: 11 * HOUR, scenario: 'rollout', minutes: 5 },
  { kind: 'aks', minutesBefore: 9 * HOUR, scenario: 'image-pull-failure', minutes: 25 },
  { kind: 'eks', minutesBefore: 6 * HOUR, scenario: 'memory-pressure', minutes: 12 },
  { kind: 'onprem', minutesBefore: 5 * HOUR, scenario: 'disk-pressure', minutes: 15 },
  { kind: 'aks', minutesBefore: 3 * HOUR, scenario: 'oom-kill', minutes: 15 },
  { kind: 'onprem', minutesBefore: 100, scenario: 'rollout', minutes: 5 },
  { kind: 'aks', minutesBefore: 70, scenario: 'node-flap', minutes: 6 },
  { kind: 'onprem', minutesBefore: 55, scenario: 'pending-pods' },
  { kind: 'eks', minutesBefore: 40, scenario: 'crash-loop' },
  { kind: 'onprem', minutesBefore: 25, scenario: 'cpu-hot', minutes: 60 },
  { kind: 'eks', minutesBefore: 12, scenario: 'claim-pending', minutes: 90 },
];

/** Plans the incidents at fixed times before the end of a span. Incidents before its start are left out. */
export function planIncidents(
  clusters: readonly Cluster[],
  engine: ScenarioEngine,
  timeline: Timeline,
  spanSec: number,
): void {
  for (const { kind, minutesBefore, scenario, minutes } of INCIDENTS) {
    const cluster = clusters.find(({ spec }) => spec.flavour.kind === kind);
    const afterSec = spanSec - minutesBefore * 60;
    if (!cluster || afterSec < 0) continue;
    // A small cluster may have no target for it.
    timeline.after(afterSec * 1000, () =>
      engine.startIfPossible(scenario, cluster.name, minutes && minutes * 60),
    );
  }
}
