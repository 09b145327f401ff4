import type { CronJobRecord, JobRecord, Owner } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { intervalMs } from '../world/cron-interval.ts';
import { createPod, deletePod, isActive } from './pods.ts';

/** Finished jobs that a cron job keeps. */
const KEPT_JOBS = 3;
const KEPT_FAILED_JOBS = 1;

export function createJob(
  cluster: Cluster,
  plan: Pick<JobRecord, 'namespace' | 'name' | 'template' | 'completions' | 'owner'>,
): JobRecord {
  return cluster.store.jobs.add({
    ...cluster.creationFields(),
    ...plan,
    status: { active: 0, succeeded: 0, failed: 0 },
  });
}

export function reconcileJob(cluster: Cluster, key: string): void {
  const job = cluster.store.jobs.get(key);
  if (!job || job.status.end) return;
  const pods = cluster.indexes.podsOf(job.id);
  const sec = cluster.timeline.nowSec();
  if (hasFailed(cluster, job)) {
    const failed = pods.filter((pod) => pod.phase === 'Failed').length;
    const status = { ...job.status, active: 0, failed, end: { isComplete: false, sec } };
    cluster.store.jobs.update(key, { status });
    return;
  }
  const succeeded = pods.filter((pod) => pod.phase === 'Succeeded').length;
  let active = pods.filter(isActive).length;
  for (; active < job.completions - succeeded; active++) createPod(cluster, 'Job', job);
  const status = { ...job.status, active, succeeded };
  const isDone = isComplete({ ...job, status });
  cluster.store.jobs.updateIfChanged(key, {
    status: isDone ? { ...status, end: { isComplete: true, sec } } : status,
  });
  if (isDone) cluster.events.record('Job', job, { reason: 'Completed', message: 'Job completed' });
}

function isComplete({ completions, status }: JobRecord): boolean {
  return status.succeeded >= completions;
}

/** A job of failing work gives up after its first pod. */
function hasFailed({ indexes, faults }: Cluster, { id, template }: JobRecord): boolean {
  return faults.failingWork.has(template.id) && indexes.podsOf(id).some(({ phase }) => phase === 'Failed');
}

/** Deletes a job and its pods, as a cron job does with its oldest job. */
export function deleteJob(cluster: Cluster, key: string): void {
  const job = cluster.store.jobs.get(key);
  if (!job) return;
  for (const pod of cluster.indexes.podsOf(job.id)) deletePod(cluster, keyOf(pod));
  cluster.store.jobs.remove(key);
}

/** Starts the jobs of all cron jobs at their times. */
export function startCronJobs(cluster: Cluster): void {
  for (const cronJob of cluster.store.cronjobs.values()) startCronJob(cluster, cronJob);
}

export function startCronJob(cluster: Cluster, { namespace, name, id, schedule }: CronJobRecord): void {
  const { store, timeline } = cluster;
  const key = `${namespace}/${name}`;
  const everyMs = intervalMs(schedule);
  const owner: Owner = { kind: 'CronJob', name, id };
  function run(): void {
    const cronJob = store.cronjobs.get(key);
    if (!cronJob) return;
    const jobName = `${name}-${Math.floor(timeline.nowMs() / 60_000)}`;
    if (!cronJob.isSuspended && !store.jobs.get(`${namespace}/${jobName}`)) {
      const { template, completions } = cronJob;
      createJob(cluster, { namespace, name: jobName, template, completions, owner });
      store.cronjobs.update(key, { lastScheduleSec: timeline.nowSec() });
    }
    const jobs = jobsOf(cluster, id).toSorted((a, b) => a.createdSec - b.createdSec);
    removeOldest(cluster, jobs.filter(isComplete), KEPT_JOBS);
    removeOldest(
      cluster,
      jobs.filter((job) => hasFailed(cluster, job)),
      KEPT_FAILED_JOBS,
    );
    timeline.after(everyMs, run);
  }
  // At round times as with cron, not relative to the start.
  timeline.after(everyMs - (timeline.nowMs() % everyMs), run);
}

function removeOldest(cluster: Cluster, jobs: readonly JobRecord[], keptCnt: number): void {
  for (const job of jobs.slice(0, Math.max(0, jobs.length - keptCnt))) deleteJob(cluster, keyOf(job));
}

/** Deletes a cron job with its jobs and their pods. */
export function deleteCronJob(cluster: Cluster, key: string): void {
  const cronJob = cluster.store.cronjobs.get(key);
  if (!cronJob) return;
  for (const job of jobsOf(cluster, cronJob.id)) deleteJob(cluster, keyOf(job));
  cluster.store.cronjobs.remove(key);
}

function jobsOf(cluster: Cluster, cronJobId: number): JobRecord[] {
  return [...cluster.store.jobs.values()].filter(({ owner }) => owner?.id === cronJobId);
}

export function reconcileCronJob(cluster: Cluster, key: string): void {
  const cronJob = cluster.store.cronjobs.get(key);
  if (!cronJob) return;
  const running = jobsOf(cluster, cronJob.id).filter((job) => !isComplete(job) && !hasFailed(cluster, job));
  cluster.store.cronjobs.updateIfChanged(key, { activeJobs: running.map(({ name }) => name) });
}
