import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import type { Cluster } from '../tables/clusters.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { eachOf } from './cluster-tally.ts';

/** The outcomes of the jobs and cron jobs of a cluster. Few evaluations need them, so each is read on first use. */
export class JobOutcomes {
  readonly #tables: LiveTables;
  readonly #cluster: Cluster;
  #successes: Map<string, number> | undefined;
  #jobs: ReadonlyMap<string, number> | undefined;
  #cronJobs: ReadonlyMap<string, number> | undefined;

  constructor(tables: LiveTables, cluster: Cluster) {
    this.#tables = tables;
    this.#cluster = cluster;
  }

  /** True: a later run of the pod's cron job has succeeded, or its job is complete. */
  isSuperseded(podSlot: number, createdMs: number): boolean {
    const { ownerKind } = this.#tables.pod.state;
    const kind = ownerKind.get(podSlot);
    const key = kind === 'Job' || kind === 'CronJob' ? this.#ownerKeyOf(podSlot) : null;
    if (key === null) return false;
    return kind === 'Job' ? this.#isComplete(key) : this.hasSucceededSince(key, createdMs);
  }

  /**
   * True: a pod of the cron job that was created after this time has succeeded, or the cron job itself reports
   * a later success.
   */
  hasSucceededSince(ownerKey: string, sinceMs: number): boolean {
    this.#successes ??= this.#readSuccesses();
    if ((this.#successes.get(ownerKey) ?? Number.NEGATIVE_INFINITY) > sinceMs) return true;
    const slot = this.#cronJobSlot(ownerKey);
    return slot !== undefined && this.#tables.workload.state.lastSuccessAtMs.at(slot) > sinceMs;
  }

  /** True: a later run of the job's cron job has succeeded. */
  isJobSuperseded(workloadSlot: number, createdMs: number): boolean {
    const { namespace, ownerKind, ownerName } = this.#tables.workload.state;
    const kind = ownerKind.get(workloadSlot);
    if (kind !== 'CronJob') return false;
    const key = ownerKeyOf(namespace.get(workloadSlot), kind, ownerName.get(workloadSlot));
    return key !== null && this.hasSucceededSince(key, createdMs);
  }

  isCronJob(ownerKey: string): boolean {
    return this.#cronJobSlot(ownerKey) !== undefined;
  }

  #cronJobSlot(ownerKey: string): number | undefined {
    this.#cronJobs ??= this.#readWorkloads('cronJob', 'CronJob');
    return this.#cronJobs.get(ownerKey);
  }

  /** A pod that succeeds does not replace a failed pod of another index: the job counts its successes. */
  #isComplete(ownerKey: string): boolean {
    this.#jobs ??= this.#readWorkloads('job', 'Job');
    const slot = this.#jobs.get(ownerKey);
    if (slot === undefined) return false;
    const { readyCnt, desiredCnt } = this.#tables.workload.state;
    return readyCnt.at(slot) >= desiredCnt.at(slot);
  }

  #ownerKeyOf(podSlot: number): string | null {
    const { namespace, ownerKind, ownerName } = this.#tables.pod.state;
    return ownerKeyOf(namespace.get(podSlot), ownerKind.get(podSlot), ownerName.get(podSlot));
  }

  #readSuccesses(): Map<string, number> {
    const { pod } = this.#tables;
    const found = new Map<string, number>();
    eachOf(pod, this.#cluster, (slot) => {
      if (pod.state.phase.get(slot) !== 'Succeeded' || pod.state.ownerKind.get(slot) !== 'CronJob') return;
      const key = this.#ownerKeyOf(slot);
      const createdMs = pod.createdAtMs.at(slot);
      if (key !== null && !((found.get(key) ?? Number.NaN) > createdMs)) found.set(key, createdMs);
    });
    return found;
  }

  /** The slots of the workloads of a type, by owner key. */
  #readWorkloads(type: 'job' | 'cronJob', ownerKind: string): ReadonlyMap<string, number> {
    const { workload } = this.#tables;
    const found = new Map<string, number>();
    eachOf(workload, this.#cluster, (slot) => {
      if (workload.state.type.get(slot) !== type) return;
      const key = ownerKeyOf(workload.state.namespace.get(slot), ownerKind, workload.state.name.get(slot));
      if (key !== null) found.set(key, slot);
    });
    return found;
  }
}
