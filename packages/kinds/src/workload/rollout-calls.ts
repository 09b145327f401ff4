import { pageOf } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { Timestamp } from '@gwanje/contract/definition/fields';
import { z } from 'zod';
import { WorkloadId } from './index.ts';

/**
 * running, stuck, paused: it goes on · replaced: another rollout began before it had finished · deleted: the workload was
 * deleted before that · unknown: no agent has reported how it went
 */
export const rolloutOutcomes = [
  'running',
  'stuck',
  'paused',
  'finished',
  'replaced',
  'deleted',
  'unknown',
] as const;
export type RolloutOutcome = (typeof rolloutOutcomes)[number];

const Cnt = z.int().nullable();
const Images = z.array(z.string());

/** One rollout of a pod template. Times are null when they were before the agent watched. */
export const RolloutRow = z.object({
  /** A workload that was deleted and created again under its name has another id. */
  workloadId: WorkloadId,
  revision: Cnt,
  /** Name of the replica set or of the controller revision. */
  revisionName: z.string().nullable(),
  outcome: z.enum(rolloutOutcomes),
  isCurrent: z.boolean(),
  /** An earlier template was rolled out again. */
  isRollback: z.boolean(),
  begunAt: Timestamp.nullable(),
  /** When it became stuck, while it still is. */
  stuckAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  durationMs: z.int().nullable(),
  images: Images,
  /** The images of the rollout before it; null for the first. */
  imagesBefore: Images.nullable(),
  /** `kubernetes.io/change-cause`: who or what made the change, if anybody wrote it. */
  changeCause: z.string().nullable(),
  /** Pods of this revision now; null when unknown, 0 when Kubernetes has dropped its replica set. */
  desiredCnt: Cnt,
  readyCnt: Cnt,
});

/** Also after Kubernetes has dropped the replica sets, and of deleted workloads of the same name. Newest first. */
export const listRollouts = endpoint({
  route: 'GET /workload/rollouts/:workloadId/:pageNo/:pageCnt',
  summary: 'The rollouts of a workload',
  access: 'all',
  response: pageOf(RolloutRow).extend({ serverTime: Timestamp }),
});

export const MAX_REPLICA_STEPS = 5000;

/** The counts of a workload as steps: each counts until the next. The first is what counted at `from`. */
export const listReplicaSteps = endpoint({
  route: 'POST /workload/replicas/:workloadId',
  summary: 'The replicas of a workload over time',
  access: 'all',
  read: true,
  body: z.strictObject({ _method: z.literal('get').optional(), from: Timestamp, to: Timestamp }),
  response: z.object({
    serverTime: Timestamp,
    /** True: the oldest steps are left out. */
    isTruncated: z.boolean(),
    list: z.array(
      z.object({ at: Timestamp, desiredCnt: Cnt, readyCnt: Cnt, updatedCnt: Cnt, availableCnt: Cnt }),
    ),
  }),
});

export const MAX_USAGE_POINTS = 1000;

const Values = z.array(z.number().nullable());

/** Sums over the pods that the workload had at each time, including pods that are deleted now. */
export const getWorkloadUsage = endpoint({
  route: 'POST /workload/usage/:workloadId',
  summary: 'Use of the pods of a workload against their requests and limits, over time',
  access: 'all',
  read: true,
  body: z.strictObject({
    _method: z.literal('get').optional(),
    from: Timestamp,
    to: Timestamp,
    maxPoints: z.int().min(1).max(MAX_USAGE_POINTS),
  }),
  response: z.object({
    serverTime: Timestamp,
    start: Timestamp,
    stepMs: z.int().min(1),
    /** True: the workload had more pods than the server adds up. It adds those deleted last. */
    isTruncated: z.boolean(),
    /** Pods that existed on a node in each step, and those of them with samples: fewer means that sums are too low. */
    podCnt: z.array(z.int()),
    measuredCnt: z.array(z.int()),
    cpuUsedCores: Values,
    memUsedBytes: Values,
    cpuRequestCores: Values,
    memRequestBytes: Values,
    /** Null when a pod has no limit. */
    cpuLimitCores: Values,
    memLimitBytes: Values,
  }),
});

/** missed: no job began · skipped: a run was still going and runs may not overlap · unknown: job without an outcome */
export const runOutcomes = ['running', 'complete', 'failed', 'missed', 'skipped', 'unknown'] as const;

export const CronJobRun = z.object({
  /** When it was due; null for a job that somebody started by hand. */
  dueAt: Timestamp.nullable(),
  outcome: z.enum(runOutcomes),
  workloadId: WorkloadId.nullable(),
  name: z.string().nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  durationMs: z.int().nullable(),
  failReason: z.string().nullable(),
});

/** Why runs that were due cannot be said: the schedule is not of cron, or its time zone is unknown. */
export const scheduleErrors = ['unreadable'] as const;

export const MAX_RUNS = 2000;

/** Newest first. Missed runs are known since the agent watches the cron job. */
export const listCronJobRuns = endpoint({
  route: 'POST /workload/runs/:workloadId',
  summary: 'The runs of a cron job, with those that it missed',
  access: 'all',
  read: true,
  body: z.strictObject({ _method: z.literal('get').optional(), from: Timestamp, to: Timestamp }),
  response: z.object({
    serverTime: Timestamp,
    isTruncated: z.boolean(),
    scheduleError: z.enum(scheduleErrors).nullable(),
    /** The next time it is due; null while it is suspended. */
    nextAt: Timestamp.nullable(),
    list: z.array(CronJobRun),
  }),
});
