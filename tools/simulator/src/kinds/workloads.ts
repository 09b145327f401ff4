import { type JsonObject, metadataOf } from './object/kind.ts';
import type { CronJobRecord, JobRecord, Owner, PodTemplate, WorkloadRecord } from './object/records.ts';
import { timeText } from './object/text.ts';

/** A deployment, a stateful set, or a replica set, which belongs to a deployment. */
export function buildWorkload(
  workload: WorkloadRecord & { readonly owner?: Owner },
  seed: number,
): JsonObject {
  const { replicas, template, owner } = workload;
  const { ready, updated } = workload.status;
  const labels = owner ? { ...template.labels, 'pod-template-hash': template.hash } : template.labels;
  return {
    metadata: metadataOf(workload, seed, { labels, owner }),
    spec: { replicas, template: templateOf(template) },
    status: {
      readyReplicas: unlessZero(ready),
      updatedReplicas: owner ? undefined : unlessZero(updated),
      availableReplicas: unlessZero(ready),
    },
  };
}

export function buildDaemonSet(set: WorkloadRecord, seed: number): JsonObject {
  const { template, replicas, status } = set;
  return {
    metadata: metadataOf(set, seed, template),
    spec: { template: templateOf(template) },
    status: {
      desiredNumberScheduled: replicas,
      numberReady: status.ready,
      updatedNumberScheduled: unlessZero(status.updated),
      numberAvailable: unlessZero(status.ready),
    },
  };
}

export function buildJob(job: JobRecord, seed: number): JsonObject {
  const { template, completions, owner, status } = job;
  return {
    metadata: metadataOf(job, seed, { labels: template.labels, owner }),
    spec: { completions, template: templateOf(template) },
    status: { active: unlessZero(status.active), succeeded: unlessZero(status.succeeded) },
  };
}

export function buildCronJob(cronJob: CronJobRecord, seed: number): JsonObject {
  const { template, lastScheduleSec, activeJobs } = cronJob;
  return {
    metadata: metadataOf(cronJob, seed, template),
    spec: {
      schedule: cronJob.schedule,
      suspend: cronJob.isSuspended,
      jobTemplate: { spec: { template: templateOf(template) } },
    },
    status: {
      active: activeJobs.length === 0 ? undefined : activeJobs.map((name) => ({ kind: 'Job', name })),
      lastScheduleTime: lastScheduleSec === 0 ? undefined : timeText(lastScheduleSec),
    },
  };
}

/** Zero counts are absent, as in Go's `omitempty`. */
function unlessZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

function templateOf({ containers }: PodTemplate): JsonObject {
  return { spec: { containers: containers.map(({ name, image }) => ({ name, image })) } };
}
