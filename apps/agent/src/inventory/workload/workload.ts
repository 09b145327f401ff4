import type { WorkloadRecord } from '@gwanje/kinds/workload/record';
import { z } from 'zod';
import { OptionalBoolean, OptionalNumber, OptionalText } from '../raw.ts';
import { controllerOf, cut, labelsOf, nonNegativeInteger, shortTextOrNull } from '../shared.ts';
import { changeCauseOf, RevisedMetadata, rolloutFields, rolloutSpec, rolloutStatus } from './rollout.ts';

const MAX_IMAGES = 50;
const MAX_IMAGE_LENGTH = 1024;

const Template = z
  .object({ spec: z.object({ containers: z.array(z.object({ image: OptionalText })) }) })
  .nullish();

const RawWorkload = z.object({
  metadata: RevisedMetadata,
  spec: z
    .object({
      ...rolloutSpec,
      completions: OptionalNumber,
      parallelism: OptionalNumber,
      backoffLimit: OptionalNumber,
      template: Template,
      jobTemplate: z.object({ spec: z.object({ template: Template }) }).nullish(),
      schedule: OptionalText,
      suspend: OptionalBoolean,
      timeZone: OptionalText,
      startingDeadlineSeconds: OptionalNumber,
      concurrencyPolicy: OptionalText,
    })
    .nullish(),
  status: z
    .object({
      ...rolloutStatus,
      readyReplicas: OptionalNumber,
      numberReady: OptionalNumber,
      succeeded: OptionalNumber,
      failed: OptionalNumber,
      startTime: OptionalText,
      completionTime: OptionalText,
      /** The number of pods of a job; references to the jobs of a cron job. */
      active: z.union([z.number(), z.array(z.unknown())]).nullish(),
      lastScheduleTime: OptionalText,
      lastSuccessfulTime: OptionalText,
    })
    .nullish(),
});

type Raw = z.output<typeof RawWorkload>;
type Counts = Pick<WorkloadRecord, 'desiredCnt' | 'readyCnt' | 'updatedCnt' | 'availableCnt'>;
type CountReader = (raw: Raw) => { readonly [Name in keyof Counts]: number | null | undefined };

const readReplicaCounts: CountReader = ({ spec, status }) => ({
  desiredCnt: spec?.replicas ?? 1,
  readyCnt: status?.readyReplicas,
  updatedCnt: status?.updatedReplicas,
  availableCnt: status?.availableReplicas,
});

const COUNT_READERS: Readonly<
  Record<Exclude<WorkloadRecord['kind'], 'cronJob' | 'controllerRevision'>, CountReader>
> = {
  deployment: readReplicaCounts,
  replicaSet: readReplicaCounts,
  statefulSet: readReplicaCounts,
  daemonSet: ({ status }) => ({
    desiredCnt: status?.desiredNumberScheduled,
    readyCnt: status?.numberReady,
    updatedCnt: status?.updatedNumberScheduled,
    availableCnt: status?.numberAvailable,
  }),
  // For a job, ready and available count succeeded pods, and updated counts pods that are not finished.
  // Without `completions` (a work queue), `parallelism` is the desired count.
  job: ({ spec, status }) => ({
    desiredCnt: spec?.completions ?? spec?.parallelism ?? 1,
    readyCnt: status?.succeeded,
    updatedCnt: typeof status?.active === 'number' ? status.active : 0,
    availableCnt: status?.succeeded,
  }),
};

export function normaliseWorkload(kind: WorkloadRecord['kind'], object: unknown): WorkloadRecord {
  const raw = RawWorkload.parse(object);
  const { metadata } = raw;
  return {
    kind,
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    owner: controllerOf(metadata),
    labels: labelsOf(metadata.labels),
    images: imagesOf(raw.spec?.template ?? raw.spec?.jobTemplate?.spec.template),
    ...(kind === 'cronJob' || kind === 'controllerRevision' ? NO_COUNTS : readCounts(kind, raw)),
    ...(kind === 'cronJob' ? cronJobFields(raw) : NO_CRON_JOB),
    ...(kind === 'job' ? jobFields(raw) : NO_JOB),
    ...rolloutFields(kind, raw),
  };
}

const RawControllerRevision = z.object({
  metadata: RevisedMetadata,
  revision: OptionalNumber,
  /** A patch with the pod template, in the form of a stateful set or a daemon set. */
  data: z
    .object({ spec: z.object({ template: Template }).nullish() })
    .nullish()
    .catch(null),
});

/** A former or current pod template of a stateful set or a daemon set. */
export function normaliseControllerRevision(object: unknown): WorkloadRecord {
  const { metadata, revision, data } = RawControllerRevision.parse(object);
  return {
    ...normaliseWorkload('controllerRevision', { metadata, spec: { template: data?.spec?.template } }),
    revision: nonNegativeInteger(revision),
    changeCause: changeCauseOf(metadata),
  };
}

function imagesOf(template: z.output<typeof Template>): string[] {
  const containers = template?.spec.containers ?? [];
  const images = new Set(containers.flatMap(({ image }) => (image ? [cut(image, MAX_IMAGE_LENGTH)] : [])));
  return [...images].slice(0, MAX_IMAGES);
}

const NO_COUNTS = { desiredCnt: null, readyCnt: null, updatedCnt: null, availableCnt: null };
const NO_CRON_JOB = {
  schedule: null,
  isSuspended: null,
  lastRunTime: null,
  lastSuccessTime: null,
  activeCnt: null,
  timeZone: null,
  startingDeadlineS: null,
  concurrencyPolicy: null,
};

function cronJobFields({ spec, status }: Raw): Pick<WorkloadRecord, keyof typeof NO_CRON_JOB> {
  const deadlineS = spec?.startingDeadlineSeconds;
  return {
    schedule: shortTextOrNull(spec?.schedule),
    isSuspended: spec?.suspend === true,
    lastRunTime: status?.lastScheduleTime ?? null,
    lastSuccessTime: status?.lastSuccessfulTime ?? null,
    activeCnt: Array.isArray(status?.active) ? status.active.length : 0,
    timeZone: shortTextOrNull(spec?.timeZone),
    startingDeadlineS: typeof deadlineS === 'number' ? nonNegativeInteger(deadlineS) : null,
    concurrencyPolicy: shortTextOrNull(spec?.concurrencyPolicy),
  };
}

const NO_JOB = {
  startedAt: null,
  finishedAt: null,
  outcome: null,
  failReason: null,
  failedCnt: null,
  backoffLimit: null,
};

/** Kubernetes decides about a job with the condition Complete or Failed. Only a complete job has a completion time. */
function jobFields({ spec, status }: Raw): Pick<WorkloadRecord, keyof typeof NO_JOB> {
  const ended = (type: string) =>
    status?.conditions?.find((condition) => condition.type === type && condition.status === 'True');
  const failed = ended('Failed');
  const complete = ended('Complete');
  return {
    startedAt: status?.startTime ?? null,
    finishedAt: status?.completionTime ?? (complete ?? failed)?.lastTransitionTime ?? null,
    outcome: complete ? 'complete' : failed ? 'failed' : null,
    failReason: shortTextOrNull(failed?.reason),
    failedCnt: nonNegativeInteger(status?.failed),
    backoffLimit: typeof spec?.backoffLimit === 'number' ? nonNegativeInteger(spec.backoffLimit) : null,
  };
}

function readCounts(kind: keyof typeof COUNT_READERS, raw: Raw): Counts {
  const counts = COUNT_READERS[kind](raw);
  return {
    desiredCnt: nonNegativeInteger(counts.desiredCnt),
    readyCnt: nonNegativeInteger(counts.readyCnt),
    updatedCnt: nonNegativeInteger(counts.updatedCnt),
    availableCnt: nonNegativeInteger(counts.availableCnt),
  };
}
