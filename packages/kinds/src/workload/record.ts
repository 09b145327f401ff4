import { z } from 'zod';
import { Labels, Message, Name, Owner, ShortText, Time, Uid } from '../definition/record-fields.ts';

/** In sort order. */
export const workloadTypes = ['deployment', 'statefulSet', 'daemonSet', 'job', 'cronJob'] as const;
/** The last two hold the pod templates of former revisions. */
const recordTypes = [...workloadTypes, 'replicaSet', 'controllerRevision'] as const;

/** stuck: Kubernetes saw no progress within the deadline of the deployment. */
export const rolloutPhases = ['finished', 'progressing', 'paused', 'stuck'] as const;
export const jobOutcomes = ['complete', 'failed'] as const;

export const MAX_FORMER_REVISIONS = 100;
export const MAX_CHANGE_CAUSE = 1024;

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
  /** IANA name; null: the time zone of the controller manager, which is UTC as a rule. */
  timeZone: ShortText.nullable().default(null),
  /** A cron job skips a run that could not begin for so long. */
  startingDeadlineS: Count.default(null),
  concurrencyPolicy: ShortText.nullable().default(null),

  /* The fields of rollouts. Null from agents that do not send them. */

  /**
   * Number of the pod template. A daemon set counts the changes of its template, which are its revisions unless it was
   * rolled back. Null for a stateful set: its revision has a name.
   */
  revision: Count.default(null),
  /** The revision that a stateful set rolls out. */
  revisionName: ShortText.nullable().default(null),
  /** Numbers that the replica set had before a rollback used it again. */
  formerRevisions: z.array(z.int().min(0)).max(MAX_FORMER_REVISIONS).default([]),
  changeCause: z.string().max(MAX_CHANGE_CAUSE).nullable().default(null),
  /** All pods, of the newest template and of older ones. */
  totalCnt: Count.default(null),
  rolloutPhase: z.enum(rolloutPhases).nullable().default(null),
  /** Why the rollout is stuck, as Kubernetes says it. */
  rolloutMessage: Message.nullable().default(null),
  updateStrategy: ShortText.nullable().default(null),

  /* The fields of a job. */

  startedAt: Time.nullable().default(null),
  finishedAt: Time.nullable().default(null),
  outcome: z.enum(jobOutcomes).nullable().default(null),
  failReason: ShortText.nullable().default(null),
  failedCnt: Count.default(null),
  backoffLimit: Count.default(null),
});
export type WorkloadRecord = z.infer<typeof WorkloadRecord>;
