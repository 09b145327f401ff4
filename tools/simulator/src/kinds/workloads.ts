import { type JsonObject, metadataOf } from './object/kind.ts';
import type {
  CronJobRecord,
  DaemonSetRecord,
  DeploymentRecord,
  JobRecord,
  PodTemplate,
  ReplicaSetRecord,
  StatefulSetRecord,
} from './object/records.ts';
import { timeText } from './object/text.ts';

export function buildDeployment(deployment: DeploymentRecord, seed: number): JsonObject {
  const { replicas, template, status } = deployment;
  return {
    metadata: metadataOf(deployment, seed, template),
    spec: { replicas, template: templateOf(template) },
    status: {
      readyReplicas: unlessZero(status.ready),
      updatedReplicas: unlessZero(status.updated),
      availableReplicas: unlessZero(status.ready),
    },
  };
}

export function buildReplicaSet(set: ReplicaSetRecord, seed: number): JsonObject {
  const { replicas, template, status, owner } = set;
  const labels = { ...template.labels, 'pod-template-hash': template.hash };
  return {
    metadata: metadataOf(set, seed, { labels, owner }),
    spec: { replicas, template: templateOf(template) },
    status: { readyReplicas: unlessZero(status.ready), availableReplicas: unlessZero(status.ready) },
  };
}

export function buildStatefulSet(set: StatefulSetRecord, seed: number): JsonObject {
  const { replicas, template, status } = set;
  return {
    metadata: metadataOf(set, seed, template),
    spec: { replicas, template: templateOf(template) },
    status: {
      readyReplicas: unlessZero(status.ready),
      updatedReplicas: unlessZero(status.updated),
      availableReplicas: status.ready,
    },
  };
}

export function buildDaemonSet(set: DaemonSetRecord, seed: number): JsonObject {
  const { template, status } = set;
  return {
    metadata: metadataOf(set, seed, template),
    spec: { template: templateOf(template) },
    status: {
      desiredNumberScheduled: status.desired,
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
