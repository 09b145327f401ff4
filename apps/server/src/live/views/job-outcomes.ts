import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import type { Cluster } from '../tables/clusters.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { eachOf } from './cluster-tally.ts';

/** The outcomes of the jobs and cron jobs of a cluster. Few evaluations need them, so each is read on first use. */
export class JobOutcomes {
  readonly #tables: LiveTables;
  readonly #cluster: Cluster;
  #successes: Map<string, number> | undefined;
  #cronJobs: Set<string> | undefined;

  constructor(tables: LiveTables, cluster: Cluster) {
    this.#tables = tables;
    this.#cluster = cluster;
  }

  /** True: a pod of the job or cron job that was created after this time has succeeded. */
  hasSucceededSince(ownerKey: string, sinceMs: number): boolean {
    this.#successes ??= this.#readSuccesses();
    return (this.#successes.get(ownerKey) ?? Number.NEGATIVE_INFINITY) > sinceMs;
  }

  isCronJob(ownerKey: string): boolean {
    this.#cronJobs ??= this.#readCronJobs();
    return this.#cronJobs.has(ownerKey);
  }

  /** The key of the pod's owner; null: it is no job and no cron job. */
  ownerKeyOf(podSlot: number): string | null {
    const { state } = this.#tables.pod;
    const kind = state.ownerKind.get(podSlot);
    if (kind !== 'Job' && kind !== 'CronJob') return null;
    return ownerKeyOf(state.namespace.get(podSlot), kind, state.ownerName.get(podSlot));
  }

  #readSuccesses(): Map<string, number> {
    const { pod } = this.#tables;
    const found = new Map<string, number>();
    eachOf(pod, this.#cluster, (slot) => {
      if (pod.state.phase.get(slot) !== 'Succeeded') return;
      const key = this.ownerKeyOf(slot);
      const createdMs = pod.createdAtMs.at(slot);
      if (key !== null && !((found.get(key) ?? Number.NaN) > createdMs)) found.set(key, createdMs);
    });
    return found;
  }

  #readCronJobs(): Set<string> {
    const { workload } = this.#tables;
    const found = new Set<string>();
    eachOf(workload, this.#cluster, (slot) => {
      if (workload.state.type.get(slot) !== 'cronJob') return;
      const key = ownerKeyOf(workload.state.namespace.get(slot), 'CronJob', workload.state.name.get(slot));
      if (key !== null) found.add(key);
    });
    return found;
  }
}
