import { describe, expect, it, test } from 'vitest';
import { type CronSettings, type Job, runsOf } from './cron-runs.ts';
import { dueTimes, lateMinutes, parseSchedule } from './cron-schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (time: string) => Date.parse(`2026-03-01T${time}:00Z`);

describe('a schedule', () => {
  it.each([
    ['*/15 * * * *', null, ['00:15', '00:30', '00:45', '01:00']],
    ['@hourly', null, ['01:00']],
    ['30 9 * * MON-FRI', 'Asia/Seoul', []],
    ['30 9 * * *', 'Asia/Seoul', ['00:30']],
  ])('%s in %s is due at %j', (schedule, timeZone, expected) => {
    const cron = parseSchedule(schedule, timeZone);
    if (!cron) throw new Error('unread');
    const times = dueTimes(cron, at('00:00'), at('01:00'), 100);
    expect(times).toEqual(expected.map(at));
  });

  it.each(['@every 5m', '* * * * * *', '61 * * * *', 'x', ''])('cannot be read: %j', (schedule) => {
    expect(parseSchedule(schedule, null)).toBeNull();
  });

  it('cannot be read in an unknown time zone', () => {
    expect(parseSchedule('0 * * * *', 'Mars/Olympus')).toBeNull();
  });

  test.each([
    ['after a run that was due', { lastRunMs: at('00:00') }, at('01:07'), 7],
    ['before the next run', { lastRunMs: at('00:00') }, at('00:59'), 0],
    ['that never ran, from its creation', { createdMs: at('00:30') }, at('01:10'), 10],
    ['that is suspended', { isSuspended: true, lastRunMs: at('00:00') }, at('09:00'), 0],
    ['of another form', { schedule: '@every 1h' }, at('09:00'), Number.NaN],
  ])('is late %s', (_what, more, nowMs, expected) => {
    const job = { schedule: '0 * * * *', timeZone: null, isSuspended: false, lastRunMs: null, createdMs: 0 };
    expect(lateMinutes({ ...job, ...more }, nowMs)).toBe(expected);
  });
});

describe('runs of a cron job', () => {
  const settings = (fromMs: number, more: Partial<CronSettings> = {}): CronSettings => ({
    fromMs,
    schedule: '0 * * * *',
    timeZone: null,
    isSuspended: false,
    ...more,
  });
  const job = (name: string, createdMs: number, more: Partial<Job> = {}): Job => ({
    workloadId: 1,
    name,
    createdMs,
    startedMs: createdMs,
    finishedMs: createdMs + MINUTE_MS,
    outcome: 'complete',
    failReason: null,
    deletedMs: null,
    ...more,
  });
  const due = (time: string, more: Partial<Job> = {}) =>
    job(`backup-${at(time) / MINUTE_MS}`, at(time) + 5000, more);
  const range = { fromMs: at('00:00'), toMs: at('04:30'), knownUntilMs: at('04:30') };
  const run = (
    list: readonly CronSettings[],
    jobs: readonly Job[],
    more: Partial<typeof range> = {},
    mayOverlap = true,
  ) =>
    runsOf('backup', list, jobs, { ...range, ...more }, { mayOverlap, limit: 100 }).map(
      ({ dueMs, outcome }) => [dueMs === null ? null : new Date(dueMs).toISOString().slice(11, 16), outcome],
    );

  it('are its jobs, and what was due without a job is missed', () => {
    const jobs = [
      due('01:00'),
      due('02:00', { outcome: 'failed' }),
      due('04:00', { outcome: null, finishedMs: null }),
    ];
    expect(run([settings(at('00:10'))], jobs)).toEqual([
      ['01:00', 'complete'],
      ['02:00', 'failed'],
      ['03:00', 'missed'],
      ['04:00', 'running'],
    ]);
  });

  it('that began late still belong to the time when they were due', () => {
    const late = job(`backup-${at('01:00') / MINUTE_MS}`, at('02:20'));
    expect(run([settings(at('00:10'))], [late], { toMs: at('02:00') })).toEqual([
      ['01:00', 'complete'],
      ['02:00', 'missed'],
    ]);
  });

  it('started by hand replace no run that was due', () => {
    const manual = job('backup-manual-x7', at('01:10'));
    expect(run([settings(at('00:10'))], [manual], { toMs: at('01:30') })).toEqual([
      ['01:00', 'missed'],
      [null, 'complete'],
    ]);
  });

  it('are not due while it is suspended, and follow a changed schedule', () => {
    const list = [
      settings(at('00:10')),
      settings(at('01:30'), { isSuspended: true }),
      settings(at('03:30'), { schedule: '50 * * * *' }),
    ];
    expect(run(list, [])).toEqual([
      ['01:00', 'missed'],
      ['03:50', 'missed'],
    ]);
  });

  it('are skipped while a run is still going that may not overlap', () => {
    const long = due('01:00', { finishedMs: at('02:30') });
    const list = [settings(at('00:10'))];
    expect(run(list, [long], { toMs: at('02:10') }, false)).toEqual([
      ['01:00', 'complete'],
      ['02:00', 'skipped'],
    ]);
  });

  it('are not missed while nobody watched the cluster, nor before the agent knew the cron job', () => {
    expect(run([settings(at('02:10'))], [], { knownUntilMs: at('03:30') })).toEqual([['03:00', 'missed']]);
    expect(run([settings(at('02:10'))], [], { knownUntilMs: at('03:01') })).toEqual([]);
  });

  it('whose job is gone without an outcome are unknown', () => {
    const gone = due('01:00', { outcome: null, deletedMs: at('01:00') + HOUR_MS });
    expect(run([settings(at('00:10'))], [gone], { toMs: at('01:30') })).toEqual([['01:00', 'unknown']]);
  });
});
