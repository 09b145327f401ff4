import { z } from 'zod';
import { Labels, Name, Owner, Time, Uid } from '../record-fields.ts';

export const workloadTypes = ['deployment', 'replicaSet', 'statefulSet', 'daemonSet', 'job'] as const;

export const WorkloadRecord = z.object({
  kind: z.enum(workloadTypes),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  owner: Owner.nullable(),
  labels: Labels,
  desiredCnt: z.int().min(0),
  readyCnt: z.int().min(0),
});
export type WorkloadRecord = z.infer<typeof WorkloadRecord>;
