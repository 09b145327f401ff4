import { hashText, Random } from '../core/random.ts';
import type { Planned } from '../core/timeline.ts';
import type { Cluster } from '../world/cluster.ts';
import { isScenario, SCENARIOS, type ScenarioName } from './registry.ts';
import type { Scenario } from './scenario.ts';
import { chooseTarget, exists } from './targets.ts';

export interface StartOptions {
  readonly cluster: string;
  /** If absent, a healthy object without another scenario. */
  readonly target?: string | undefined;
  /** If absent, until stopped. */
  readonly seconds?: number | undefined;
}

export interface RunningScenario {
  readonly id: number;
  readonly name: ScenarioName;
  readonly cluster: string;
  readonly target: string;
  readonly startedMs: number;
}

/** Why a scenario cannot start: a wrong name, or no target. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

interface Entry {
  readonly running: RunningScenario;
  readonly stop: () => void;
  readonly timer: Planned | undefined;
}

/** Starts and stops scenarios, never two at once on the same object. */
export class ScenarioEngine {
  readonly #clusters: ReadonlyMap<string, Cluster>;
  readonly #running = new Map<number, Entry>();
  #nextId = 1;

  constructor(clusters: readonly Cluster[]) {
    this.#clusters = new Map(clusters.map((cluster) => [cluster.name, cluster]));
  }

  running(): RunningScenario[] {
    return [...this.#running.values()].map(({ running }) => running);
  }

  start(name: string, options: StartOptions): RunningScenario {
    if (!isScenario(name)) throw new ScenarioError(`there is no scenario ${name}`);
    const cluster = this.#clusters.get(options.cluster);
    if (!cluster) throw new ScenarioError(`there is no cluster ${options.cluster}`);
    const scenario: Scenario = SCENARIOS[name];
    const id = this.#nextId++;
    const random = new Random(hashText(cluster.seed, `${name} ${id}`));
    const target = this.#targetOf(cluster, name, scenario, options.target, random);
    const stop = scenario.start({ cluster, target, random });
    const running = { id, name, cluster: cluster.name, target, startedMs: cluster.timeline.nowMs() };
    const timer =
      options.seconds === undefined
        ? undefined
        : cluster.timeline.after(options.seconds * 1000, () => this.stop(id));
    this.#running.set(id, { running, stop, timer });
    return running;
  }

  /** Starts nothing if no object is a suitable target. */
  startIfPossible(name: ScenarioName, cluster: string, seconds?: number): void {
    try {
      this.start(name, { cluster, seconds });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
    }
  }

  stop(id: number): boolean {
    const entry = this.#running.get(id);
    if (!entry) return false;
    this.#running.delete(id);
    entry.timer?.cancel();
    entry.stop();
    return true;
  }

  stopAll(): void {
    for (const id of [...this.#running.keys()]) this.stop(id);
  }

  #targetOf(
    cluster: Cluster,
    name: ScenarioName,
    scenario: Scenario,
    asked: string | undefined,
    random: Random,
  ): string {
    const isBusy = (target: string) =>
      this.running().some(
        (other) =>
          other.cluster === cluster.name &&
          other.target === target &&
          // Different cluster-wide scenarios may run together, but not the same one twice.
          (target !== '' || other.name === name),
      );
    if (asked !== undefined && asked !== '') {
      if (!exists(cluster, scenario.target, asked))
        throw new ScenarioError(`there is no ${scenario.target} ${asked} in ${cluster.name}`);
      if (isBusy(asked)) throw new ScenarioError(`${asked} is busy with another scenario`);
      return asked;
    }
    const target = chooseTarget(cluster, scenario.target, random, isBusy);
    if (target === undefined)
      throw new ScenarioError(`no ${scenario.target} in ${cluster.name} is fit for ${name}`);
    return target;
  }
}
