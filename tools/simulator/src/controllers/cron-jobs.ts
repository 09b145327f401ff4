import type { Owner } from '../kinds/object/records.ts';
import { BUSINESS, type JobPlan } from '../world/catalogue.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { jobTemplate } from '../world/templates.ts';
import { createJob, deleteJob } from './jobs.ts';

const KEEP = 3;

/** Every business namespace runs its jobs on a schedule, and keeps the last few. */
export function startCronJobs(cluster: Cluster): void {
  for (const plan of BUSINESS) {
    if (!cluster.store.namespaces.get(plan.name)) continue;
    for (const job of plan.jobs) startCronJob(cluster, plan.name, job);
  }
}

function startCronJob(cluster: Cluster, namespace: string, plan: JobPlan): void {
  const owner: Owner = { kind: 'CronJob', name: plan.name, id: cluster.nextId() };
  const template = jobTemplate(cluster, namespace, plan);
  const everyMs = plan.everySec * 1000;
  function run(): void {
    const minute = Math.floor(cluster.timeline.nowMs() / 60_000);
    const name = `${plan.name}-${minute}`;
    if (!cluster.store.jobs.get(`${namespace}/${name}`))
      createJob(cluster, { namespace, name, template, completions: plan.completions, owner });
    const old = [...cluster.store.jobs.values()]
      .filter((job) => job.owner?.id === owner.id && job.status.outcome !== 'running')
      .toSorted((a, b) => a.createdSec - b.createdSec);
    for (const job of old.slice(0, Math.max(0, old.length - KEEP))) deleteJob(cluster, keyOf(job));
    cluster.timeline.after(everyMs, run);
  }
  // At round times as with cron, not relative to the start.
  cluster.timeline.after(everyMs - (cluster.timeline.nowMs() % everyMs), run);
}
