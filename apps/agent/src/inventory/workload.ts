import type { WorkloadRecord } from '@gwanje/kinds/workload/record';
import { z } from 'zod';
import { Count, Metadata } from './raw.ts';
import { controllerOf, cut, labelsOf } from './shared.ts';

const MOST_IMAGES = 50;
const LONGEST_IMAGE = 1024;

const RawWorkload = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z
    .object({
      replicas: Count,
      completions: Count,
      parallelism: Count,
      template: z
        .object({ spec: z.object({ containers: z.array(z.object({ image: z.string().nullish() })) }) })
        .nullish(),
    })
    .nullish(),
  status: z
    .object({
      readyReplicas: Count,
      updatedReplicas: Count,
      availableReplicas: Count,
      desiredNumberScheduled: Count,
      numberReady: Count,
      updatedNumberScheduled: Count,
      numberAvailable: Count,
      succeeded: Count,
      active: Count,
    })
    .nullish(),
});

type Raw = z.output<typeof RawWorkload>;
type Counts = Pick<WorkloadRecord, 'desiredCnt' | 'readyCnt' | 'updatedCnt' | 'availableCnt'>;
type CountsOf = (raw: Raw) => { readonly [Name in keyof Counts]: number | null | undefined };

const replicas: CountsOf = ({ spec, status }) => ({
  desiredCnt: spec?.replicas ?? 1,
  readyCnt: status?.readyReplicas,
  updatedCnt: status?.updatedReplicas,
  availableCnt: status?.availableReplicas,
});

const COUNTS: Readonly<Record<WorkloadRecord['kind'], CountsOf>> = {
  deployment: replicas,
  replicaSet: replicas,
  statefulSet: replicas,
  daemonSet: ({ status }) => ({
    desiredCnt: status?.desiredNumberScheduled,
    readyCnt: status?.numberReady,
    updatedCnt: status?.updatedNumberScheduled,
    availableCnt: status?.numberAvailable,
  }),
  // A job is complete when the requested number of pods has succeeded.
  job: ({ spec, status }) => ({
    desiredCnt: spec?.completions ?? spec?.parallelism ?? 1,
    readyCnt: status?.succeeded,
    updatedCnt: status?.active,
    availableCnt: status?.succeeded,
  }),
};

export function normaliseWorkload(kind: WorkloadRecord['kind'], object: unknown): WorkloadRecord {
  const raw = RawWorkload.parse(object);
  const { metadata } = raw;
  const counts = COUNTS[kind](raw);
  const containers = raw.spec?.template?.spec.containers ?? [];
  const images = new Set(containers.flatMap(({ image }) => (image ? [cut(image, LONGEST_IMAGE)] : [])));
  return {
    kind,
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    owner: controllerOf(metadata),
    labels: labelsOf(metadata.labels),
    desiredCnt: whole(counts.desiredCnt),
    readyCnt: whole(counts.readyCnt),
    updatedCnt: whole(counts.updatedCnt),
    availableCnt: whole(counts.availableCnt),
    images: [...images].slice(0, MOST_IMAGES),
  };
}

function whole(count: number | null | undefined): number {
  return Math.max(0, Math.trunc(count ?? 0));
}
