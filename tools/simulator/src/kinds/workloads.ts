import { type JsonObject, metadataOf } from './object/kind.ts';
import type {
  ControllerRevisionRecord,
  CronJobRecord,
  JobRecord,
  PodTemplate,
  ReplicaSetRecord,
  WorkloadRecord,
} from './object/records.ts';
import { timeText } from './object/text.ts';
import { containerOf } from './pod.ts';

const REVISION = 'deployment.kubernetes.io/revision';

export function buildDeployment(deployment: WorkloadRecord, seed: number): JsonObject {
  const { replicas, template, revision, rollout } = deployment;
  const { ready, updated } = deployment.status;
  const annotations = revision > 0 ? { [REVISION]: String(revision) } : undefined;
  // Kubernetes counts the changes of the spec, here of the template. The controller has numbered those that it has seen.
  const isObserved = rollout?.hash === template.hash;
  return {
    metadata: {
      ...metadataOf(deployment, seed, { labels: template.labels, annotations }),
      generation: isObserved ? Math.max(1, revision) : revision + 1,
    },
    spec: { replicas, template: templateOf(template), strategy: { type: 'RollingUpdate' } },
    status: {
      observedGeneration: isObserved ? Math.max(1, revision) : revision,
      replicas: unlessZero(deployment.status.replicas),
      readyReplicas: unlessZero(ready),
      updatedReplicas: unlessZero(updated),
      availableReplicas: unlessZero(ready),
      conditions: rollout && [progressingCondition(deployment.name, rollout)],
    },
  };
}

function progressingCondition(
  name: string,
  { hash, phase, progressedSec }: NonNullable<WorkloadRecord['rollout']>,
): JsonObject {
  const set = `ReplicaSet "${name}-${hash}"`;
  const [reason, message] = {
    progressing: ['ReplicaSetUpdated', `${set} is progressing.`],
    complete: ['NewReplicaSetAvailable', `${set} has successfully progressed.`],
    stuck: ['ProgressDeadlineExceeded', `${set} has timed out progressing.`],
  }[phase] as [string, string];
  const status = phase === 'stuck' ? 'False' : 'True';
  return { type: 'Progressing', status, reason, message, lastTransitionTime: timeText(progressedSec) };
}

export function buildReplicaSet(set: ReplicaSetRecord, seed: number): JsonObject {
  const { replicas, template, owner, revision, formerRevisions, status } = set;
  const labels = { ...template.labels, 'pod-template-hash': template.hash };
  const annotations = {
    [REVISION]: String(revision),
    ...(formerRevisions.length > 0 && { [`${REVISION}-history`]: formerRevisions.join() }),
  };
  return {
    metadata: metadataOf(set, seed, { labels, annotations, owner }),
    spec: { replicas, template: templateOf(template) },
    status: {
      replicas: unlessZero(status.replicas),
      readyReplicas: unlessZero(status.ready),
      availableReplicas: unlessZero(status.ready),
    },
  };
}

export function buildStatefulSet(set: WorkloadRecord, seed: number): JsonObject {
  const { replicas, template, status, rollout } = set;
  const updateRevision = `${set.name}-${template.hash}`;
  return {
    metadata: metadataOf(set, seed, template),
    spec: { replicas, template: templateOf(template), updateStrategy: { type: 'RollingUpdate' } },
    status: {
      replicas: unlessZero(status.replicas),
      readyReplicas: unlessZero(status.ready),
      updatedReplicas: unlessZero(status.updated),
      availableReplicas: unlessZero(status.ready),
      currentRevision: rollout ? `${set.name}-${rollout.hash}` : updateRevision,
      updateRevision,
    },
  };
}

export function buildDaemonSet(set: WorkloadRecord, seed: number): JsonObject {
  const { template, replicas, status, revision } = set;
  const annotations = { 'deprecated.daemonset.template.generation': String(revision) };
  return {
    metadata: metadataOf(set, seed, { labels: template.labels, annotations }),
    spec: { template: templateOf(template), updateStrategy: { type: 'RollingUpdate' } },
    status: {
      desiredNumberScheduled: replicas,
      currentNumberScheduled: unlessZero(status.replicas),
      numberReady: status.ready,
      updatedNumberScheduled: unlessZero(status.updated),
      numberAvailable: unlessZero(status.ready),
    },
  };
}

export function buildControllerRevision(record: ControllerRevisionRecord, seed: number): JsonObject {
  const { owner, template, revision } = record;
  return {
    metadata: metadataOf(record, seed, { labels: template.labels, owner }),
    revision,
    data: { spec: { template: templateOf(template) } },
  };
}

export function buildJob(job: JobRecord, seed: number): JsonObject {
  const { template, completions, owner, status } = job;
  return {
    metadata: metadataOf(job, seed, { labels: template.labels, owner }),
    spec: { completions, backoffLimit: 0, template: templateOf(template) },
    status: {
      active: unlessZero(status.active),
      succeeded: unlessZero(status.succeeded),
      failed: unlessZero(status.failed),
      startTime: timeText(job.createdSec),
      completionTime: status.end?.isComplete ? timeText(status.end.sec) : undefined,
      conditions: status.end && [endCondition(status.end)],
    },
  };
}

function endCondition({ isComplete, sec }: NonNullable<JobRecord['status']['end']>): JsonObject {
  const lastTransitionTime = timeText(sec);
  if (isComplete) return { type: 'Complete', status: 'True', lastTransitionTime };
  return {
    type: 'Failed',
    status: 'True',
    reason: 'BackoffLimitExceeded',
    message: 'Job has reached the specified backoff limit',
    lastTransitionTime,
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

function templateOf({ labels, containers }: PodTemplate): JsonObject {
  return { metadata: { labels: { ...labels } }, spec: { containers: containers.map(containerOf) } };
}
