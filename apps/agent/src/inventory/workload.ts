import type { WorkloadRecord } from '@gwanje/kinds/workload/record';
import { z } from 'zod';
import { Count, Metadata } from './raw.ts';
import { controllerOf, labelsOf } from './shared.ts';

const RawWorkload = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z.object({ replicas: Count, completions: Count, parallelism: Count }).nullish(),
  status: z
    .object({
      readyReplicas: Count,
      desiredNumberScheduled: Count,
      numberReady: Count,
      succeeded: Count,
    })
    .nullish(),
});

type Raw = z.output<typeof RawWorkload>;
type Counts = (raw: Raw) => readonly [desired: number | null | undefined, ready: number | null | undefined];

const replicas: Counts = ({ spec, status }) => [spec?.replicas ?? 1, status?.readyReplicas];

const COUNTS: Readonly<Record<WorkloadRecord['kind'], Counts>> = {
  deployment: replicas,
  replicaSet: replicas,
  statefulSet: replicas,
  daemonSet: ({ status }) => [status?.desiredNumberScheduled, status?.numberReady],
  // A job is done when as many pods as it wants have succeeded.
  job: ({ spec, status }) => [spec?.completions ?? spec?.parallelism ?? 1, status?.succeeded],
};

export function normaliseWorkload(kind: WorkloadRecord['kind'], object: unknown): WorkloadRecord {
  const raw = RawWorkload.parse(object);
  const { metadata } = raw;
  const [desired, ready] = COUNTS[kind](raw);
  return {
    kind,
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    owner: controllerOf(metadata),
    labels: labelsOf(metadata.labels),
    desiredCnt: Math.max(0, Math.trunc(desired ?? 0)),
    readyCnt: Math.max(0, Math.trunc(ready ?? 0)),
  };
}
