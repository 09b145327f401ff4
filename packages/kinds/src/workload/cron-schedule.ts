import { Cron } from 'croner';

/** When a cron job is due. */
export interface CronSchedule {
  /** The first time after `afterMs`; null: never. */
  nextMs(afterMs: number): number | null;
}

const MAX_CACHED = 2000;
/** Schedules are parsed for every evaluation of alarms, and few differ. */
const cache = new Map<string, CronSchedule | null>();

/**
 * Null: Gwanje cannot read the schedule, for example `@every 5m`. Without a time zone the controller manager takes its own,
 * which is UTC as a rule.
 */
export function parseSchedule(schedule: string, timeZone: string | null): CronSchedule | null {
  const key = `${timeZone ?? ''} ${schedule}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHED) cache.clear();
  const parsed = parse(schedule, timeZone);
  cache.set(key, parsed);
  return parsed;
}

function parse(schedule: string, timeZone: string | null): CronSchedule | null {
  const text = schedule.trim();
  // Kubernetes knows no seconds and no years. The library would read six fields with seconds.
  if (!text.startsWith('@') && text.split(/\s+/).length !== 5) return null;
  try {
    const cron = new Cron(text, { paused: true, timezone: timeZone ?? 'Etc/UTC' });
    // The library reads the time zone only now.
    cron.nextRun(new Date(0));
    return { nextMs: (afterMs) => cron.nextRun(new Date(afterMs))?.getTime() ?? null };
  } catch {
    return null;
  }
}

/** The times in `(afterMs, untilMs]`, at most `limit`, oldest first. */
export function dueTimes(cron: CronSchedule, afterMs: number, untilMs: number, limit: number): number[] {
  const times: number[] = [];
  for (let next = cron.nextMs(afterMs); next !== null && next <= untilMs && times.length < limit; )
    next = cron.nextMs(times[times.push(next) - 1] ?? next);
  return times;
}

/** Minutes since the first run that should have begun after the last one; 0: none; NaN: unknown. */
export function lateMinutes(
  job: {
    readonly schedule: string | null;
    readonly timeZone: string | null;
    readonly isSuspended: boolean | null;
    readonly lastRunMs: number | null;
    readonly createdMs: number;
  },
  nowMs: number,
): number {
  if (job.schedule === null) return Number.NaN;
  if (job.isSuspended) return 0;
  const dueMs = parseSchedule(job.schedule, job.timeZone)?.nextMs(job.lastRunMs ?? job.createdMs);
  if (dueMs === undefined) return Number.NaN;
  return dueMs === null || dueMs > nowMs ? 0 : (nowMs - dueMs) / 60_000;
}
