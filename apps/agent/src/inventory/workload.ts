import type { WorkloadRecord } from '@gwanje/kinds/workload/record';
import { z } from 'zod';
import { Metadata, OptionalBoolean, OptionalNumber, OptionalText } from './raw.ts';
import { controllerOf, cut, labelsOf, shortTextOrNull } from './shared.ts';

const MAX_IMAGES = 50;
const MAX_IMAGE_LENGTH = 1024;

const Template = z
  .object({ spec: z.object({ containers: z.array(z.object({ image: OptionalText })) }) })
  .nullish();

const RawWorkload = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z
    .object({
      replicas: OptionalNumber,
      completions: OptionalNumber,
      parallelism: OptionalNumber,
      template: Template,
      jobTemplate: z.object({ spec: z.object({ template: Template }) }).nullish(),
      schedule: OptionalText,
      suspend: OptionalBoolean,
    })
    .nullish(),
  status: z
    .object({
      readyReplicas: OptionalNumber,
      updatedReplicas: OptionalNumber,
      availableReplicas: OptionalNumber,
      desiredNumberScheduled: OptionalNumber,
      numberReady: OptionalNumber,
      updatedNumberScheduled: OptionalNumber,
      numberAvailable: OptionalNumber,
      succeeded: OptionalNumber,
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

const COUNT_READERS: Readonly<Record<Exclude<WorkloadRecord['kind'], 'cronJob'>, CountReader>> = {
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
  const template = raw.spec?.template ?? raw.spec?.jobTemplate?.spec.template;
  const containers = template?.spec.containers ?? [];
  const images = new Set(containers.flatMap(({ image }) => (image ? [cut(image, MAX_IMAGE_LENGTH)] : [])));
  return {
    kind,
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    owner: controllerOf(metadata),
    labels: labelsOf(metadata.labels),
    images: [...images].slice(0, MAX_IMAGES),
    ...(kind === 'cronJob'
      ? { ...NO_COUNTS, ...cronJobFields(raw) }
      : { ...readCounts(kind, raw), ...NO_CRON_JOB }),
  };
}

const NO_COUNTS = { desiredCnt: null, readyCnt: null, updatedCnt: null, availableCnt: null };
const NO_CRON_JOB = {
  schedule: null,
  isSuspended: null,
  lastRunTime: null,
  lastSuccessTime: null,
  activeCnt: null,
};

function cronJobFields({ spec, status }: Raw): Pick<WorkloadRecord, keyof typeof NO_CRON_JOB> {
  return {
    schedule: shortTextOrNull(spec?.schedule),
    isSuspended: spec?.suspend === true,
    lastRunTime: status?.lastScheduleTime ?? null,
    lastSuccessTime: status?.lastSuccessfulTime ?? null,
    activeCnt: Array.isArray(status?.active) ? status.active.length : 0,
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

function nonNegativeInteger(count: number | null | undefined): number {
  return Math.max(0, Math.trunc(count ?? 0));
}
