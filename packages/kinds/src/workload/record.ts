import { z } from 'zod';
import { Labels, Name, Owner, Time, Uid } from '../definition/record-fields.ts';

/** In sort order. */
export const workloadTypes = ['deployment', 'statefulSet', 'daemonSet', 'job', 'cronJob'] as const;
const recordTypes = [...workloadTypes, 'replicaSet'] as const;

const Count = z.int().min(0).nullable();

export const WorkloadRecord = z.object({
  kind: z.enum(recordTypes),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  owner: Owner.nullable(),
  labels: Labels,
  /** Null for a cron job: it starts jobs, not pods. */
  desiredCnt: Count,
  /** For a job: pods that have succeeded. */
  readyCnt: Count,
  /** Pods of the newest template; for a job: running pods. */
  updatedCnt: Count,
  availableCnt: Count,
  images: z.array(z.string().max(1024)).max(50),
  /** The fields of a cron job. Null for other types, and from agents that do not send them. */
  schedule: z.string().max(253).nullable().default(null),
  isSuspended: z.boolean().nullable().default(null),
  lastRunTime: Time.nullable().default(null),
  /** When a job of the cron job last succeeded. The pods of that job may be deleted at once. */
  lastSuccessTime: Time.nullable().default(null),
  /** Running jobs. */
  activeCnt: Count.default(null),
});
export type WorkloadRecord = z.infer<typeof WorkloadRecord>;
