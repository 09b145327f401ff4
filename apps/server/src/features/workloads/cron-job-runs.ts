import type { Db } from '@gwanje/backend/database/schema';
import { type CronSettings, type Job, type Run, runsOf } from '@gwanje/kinds/workload/cron-runs';
import { parseSchedule } from '@gwanje/kinds/workload/cron-schedule';
import { jobOutcomes } from '@gwanje/kinds/workload/record';
import { MAX_RUNS } from '@gwanje/kinds/workload/rollout-calls';
import { z } from 'zod';
import { listJobs, listScheduleChanges, type SeenWorkload } from './workload-repository.ts';

const StoredSchedule = z.object({
  schedule: z.string().nullable().catch(null),
  timeZone: z.string().nullable().catch(null),
  isSuspended: z.boolean().nullable().catch(null),
  concurrencyPolicy: z.string().nullable().catch(null),
});

const StoredJob = z.object({
  readyCnt: z.number().nullable().catch(null),
  desiredCnt: z.number().nullable().catch(null),
  jobOutcome: z.enum(jobOutcomes).nullable().catch(null),
  failReason: z.string().nullable().catch(null),
  startedAtMs: z.number().nullable().catch(null),
  finishedAtMs: z.number().nullable().catch(null),
});

export async function readRuns(
  db: Db,
  cronJob: SeenWorkload,
  range: { readonly fromMs: number; readonly toMs: number; readonly knownUntilMs: number },
  nowMs: number,
) {
  const now = StoredSchedule.parse(cronJob.state);
  const changes = await listScheduleChanges(db, cronJob.objectId);
  const settings = changes.map(({ atMs, state }): CronSettings => {
    const { isSuspended, ...stored } = StoredSchedule.parse(state);
    return { ...stored, isSuspended: isSuspended === true, fromMs: atMs };
  });
  const endedMs = Math.min(range.knownUntilMs, cronJob.deletedMs ?? Number.POSITIVE_INFINITY);
  const rows = await listJobs(db, cronJob, new Date(range.fromMs), new Date(range.toMs), MAX_RUNS + 1);
  const runs = runsOf(
    cronJob.name,
    settings,
    rows.slice(0, MAX_RUNS).map(jobOf),
    { ...range, knownUntilMs: endedMs },
    { mayOverlap: now.concurrencyPolicy !== 'Forbid', limit: MAX_RUNS },
  );
  const schedule = now.schedule === null ? null : parseSchedule(now.schedule, now.timeZone);
  const nextMs = now.isSuspended || cronJob.deletedMs !== null ? null : (schedule?.nextMs(nowMs) ?? null);
  return {
    isTruncated: rows.length > MAX_RUNS || runs.length > MAX_RUNS,
    scheduleError: now.schedule !== null && schedule === null ? ('unreadable' as const) : null,
    nextAt: timeOf(nextMs),
    list: runs.reverse().slice(0, MAX_RUNS).map(rowOf),
  };
}

function jobOf({
  objectId,
  name,
  createdMs,
  deletedMs,
  state,
}: Awaited<ReturnType<typeof listJobs>>[number]): Job {
  const { jobOutcome, readyCnt, desiredCnt, startedAtMs, finishedAtMs, failReason } = StoredJob.parse(state);
  // An older agent does not send the outcome.
  const isComplete = readyCnt !== null && desiredCnt !== null && readyCnt >= desiredCnt;
  return {
    workloadId: objectId,
    name,
    createdMs,
    deletedMs,
    startedMs: startedAtMs,
    finishedMs: finishedAtMs,
    outcome: jobOutcome ?? (isComplete ? 'complete' : null),
    failReason,
  };
}

function rowOf({ dueMs, outcome, job }: Run) {
  const startedMs = job && (job.startedMs ?? job.createdMs);
  const finishedMs = job?.finishedMs ?? null;
  return {
    dueAt: timeOf(dueMs),
    outcome,
    workloadId: job?.workloadId ?? null,
    name: job?.name ?? null,
    startedAt: timeOf(startedMs),
    finishedAt: timeOf(finishedMs),
    durationMs: startedMs === null || finishedMs === null ? null : Math.max(0, finishedMs - startedMs),
    failReason: job?.failReason ?? null,
  };
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
