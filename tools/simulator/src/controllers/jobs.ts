import type { JobRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, isActive } from './pods.ts';

export function createJob(
  cluster: Cluster,
  plan: Pick<JobRecord, 'namespace' | 'name' | 'template' | 'completions' | 'owner'>,
): JobRecord {
  return cluster.store.jobs.add({
    ...cluster.creationFields(),
    ...plan,
    parallelism: plan.completions,
    backoffLimit: 6,
    status: {
      active: 0,
      succeeded: 0,
      failed: 0,
      startedSec: cluster.timeline.nowSec(),
      finishedSec: 0,
      outcome: 'running',
    },
  });
}

export function reconcileJob(cluster: Cluster, key: string): void {
  const job = cluster.store.jobs.get(key);
  if (!job) return;
  const pods = cluster.indexes.podsOf(job.id);
  const succeeded = pods.filter((pod) => pod.phase === 'Succeeded').length;
  const failed = pods.filter((pod) => pod.phase === 'Failed').length;
  let active = pods.filter(isActive).length;
  const isOver = job.status.outcome !== 'running';
  const wanted = isOver ? 0 : Math.min(job.parallelism, job.completions - succeeded);
  for (; active < wanted; active++) createPod(cluster, 'Job', job);
  const outcome = isOver
    ? job.status.outcome
    : succeeded >= job.completions
      ? 'complete'
      : failed > job.backoffLimit
        ? 'failed'
        : 'running';
  const { status } = job;
  const hasEnded = status.outcome === 'running' && outcome !== 'running';
  cluster.store.jobs.updateIfChanged(key, {
    status: {
      ...status,
      active,
      succeeded,
      failed,
      outcome,
      finishedSec: hasEnded ? cluster.timeline.nowSec() : status.finishedSec,
    },
  });
  if (hasEnded && outcome === 'complete')
    cluster.events.recordWorkload('Job', job, 'Completed', 'Job completed');
}

/** Deletes a job and its pods, as a cron job does with its oldest job. */
export function deleteJob(cluster: Cluster, key: string): void {
  const job = cluster.store.jobs.get(key);
  if (!job) return;
  for (const pod of cluster.indexes.podsOf(job.id)) deletePod(cluster, keyOf(pod));
  cluster.store.jobs.remove(key);
}
