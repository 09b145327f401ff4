import { z } from 'zod';
import { Labels, Name, Owner, Time, Uid } from '../record-fields.ts';

/** In sort order. */
export const workloadTypes = ['deployment', 'statefulSet', 'daemonSet', 'job'] as const;
const recordTypes = [...workloadTypes, 'replicaSet'] as const;

export const WorkloadRecord = z.object({
  kind: z.enum(recordTypes),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  owner: Owner.nullable(),
  labels: Labels,
  desiredCnt: z.int().min(0),
  /** For a job: pods that have succeeded. */
  readyCnt: z.int().min(0),
  /** Pods of the newest template; for a job: running pods. */
  updatedCnt: z.int().min(0),
  availableCnt: z.int().min(0),
  images: z.array(z.string().max(1024)).max(50),
});
export type WorkloadRecord = z.infer<typeof WorkloadRecord>;
