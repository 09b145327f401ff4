import { dueTimes, parseSchedule } from './cron-schedule.ts';
import type { runOutcomes } from './rollout-calls.ts';

/** The settings of a cron job from `fromMs` on, until the next. */
export interface CronSettings {
  readonly fromMs: number;
  readonly schedule: string | null;
  readonly timeZone: string | null;
  readonly isSuspended: boolean;
}

export interface Job {
  readonly workloadId: number;
  readonly name: string;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly finishedMs: number | null;
  readonly outcome: 'complete' | 'failed' | null;
  readonly failReason: string | null;
  /** When the job was deleted; null: it exists. */
  readonly deletedMs: number | null;
}

export interface Run {
  readonly dueMs: number | null;
  readonly outcome: (typeof runOutcomes)[number];
  readonly job: Job | null;
}

/** A job begins some seconds after it was due. */
const GRACE_MS = 2 * 60_000;

/**
 * The runs in a time, oldest first. Kubernetes names a job after the minute in which it was due, so that each run is
 * matched exactly; jobs of other names were started by hand. `knownUntilMs`: when the agent last saw the cluster.
 */
export function runsOf(
  cronJobName: string,
  settings: readonly CronSettings[],
  jobs: readonly Job[],
  range: { readonly fromMs: number; readonly toMs: number; readonly knownUntilMs: number },
  options: { readonly mayOverlap: boolean; readonly limit: number },
): Run[] {
  const untilMs = Math.min(range.toMs, range.knownUntilMs - GRACE_MS);
  const due = settings.flatMap(({ fromMs, schedule, timeZone, isSuspended }, index) => {
    const cron = schedule === null || isSuspended ? null : parseSchedule(schedule, timeZone);
    const endMs = Math.min(settings[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY, untilMs);
    const beginMs = Math.max(fromMs, range.fromMs - 1);
    return cron ? dueTimes(cron, beginMs, endMs, options.limit) : [];
  });
  const runs: Run[] = [];
  const found = new Set<number>();
  for (const job of jobs) {
    const dueMs = dueMsOf(cronJobName, job.name);
    if (dueMs !== null) found.add(dueMs);
    const atMs = dueMs ?? job.createdMs;
    if (atMs >= range.fromMs && atMs <= range.toMs) runs.push({ dueMs, outcome: outcomeOf(job), job });
  }
  for (const dueMs of due) {
    if (found.has(dueMs)) continue;
    const isBusy = !options.mayOverlap && jobs.some((job) => isRunningAt(job, dueMs));
    runs.push({ dueMs, outcome: isBusy ? 'skipped' : 'missed', job: null });
  }
  const timeOf = ({ dueMs, job }: Run) => dueMs ?? job?.createdMs ?? 0;
  return runs.sort((a, b) => timeOf(a) - timeOf(b));
}

/** `backup-29384756` was due in that minute since 1970. */
function dueMsOf(cronJobName: string, jobName: string): number | null {
  const minutes = jobName.startsWith(`${cronJobName}-`) ? jobName.slice(cronJobName.length + 1) : '';
  return /^\d{8,9}$/.test(minutes) ? Number(minutes) * 60_000 : null;
}

function outcomeOf({ outcome, deletedMs }: Job): Run['outcome'] {
  return outcome ?? (deletedMs === null ? 'running' : 'unknown');
}

function isRunningAt({ createdMs, finishedMs, deletedMs }: Job, atMs: number): boolean {
  return createdMs < atMs && atMs < (finishedMs ?? deletedMs ?? Number.POSITIVE_INFINITY);
}
