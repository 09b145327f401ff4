import type { ReportKind } from '@gwanje/contract/reports/report-content';
import { clockTimeMs, DAY_MS, dateOf, dayAt, dayOf, instantOf, weekdayOf } from '../duty/zone-clock.ts';

/** A week from Monday to Sunday, or a calendar month, of a time zone. */
export interface ReportPeriod {
  /** First and last day. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

/** The period that contains a day. */
export function periodOfDate(kind: ReportKind, timeZone: string, date: string): ReportPeriod {
  const day = dayOf(date);
  if (kind === 'weekly') {
    const first = day - (weekdayOf(day) - 1);
    return periodOfDays(timeZone, first, first + 6);
  }
  return periodOfDays(timeZone, firstOfMonth(day, 0), firstOfMonth(day, 1) - 1);
}

/** The period that contains an instant. */
export function periodAt(kind: ReportKind, timeZone: string, atMs: number): ReportPeriod {
  return periodOfDate(kind, timeZone, dateOf(dayAt(timeZone, atMs)));
}

export function periodBefore(kind: ReportKind, timeZone: string, { fromDate }: ReportPeriod): ReportPeriod {
  return periodOfDate(kind, timeZone, dateOf(dayOf(fromDate) - 1));
}

export function periodAfter(kind: ReportKind, timeZone: string, { toDate }: ReportPeriod): ReportPeriod {
  return periodOfDate(kind, timeZone, dateOf(dayOf(toDate) + 1));
}

/** The last period that is over. */
export function lastFinishedPeriod(kind: ReportKind, timeZone: string, nowMs: number): ReportPeriod {
  return periodBefore(kind, timeZone, periodAt(kind, timeZone, nowMs));
}

/** When the report of a period is due: at `time` ('HH:mm') of the day after its end. */
export function dueMs(timeZone: string, { toDate }: ReportPeriod, time: string): number {
  return instantOf(timeZone, (dayOf(toDate) + 1) * DAY_MS + clockTimeMs(time));
}

interface ScheduleTimes {
  readonly kind: ReportKind;
  readonly timeZone: string;
  readonly time: string;
  readonly isOn: boolean;
}

/**
 * Whether a changed schedule sends only from now on. Otherwise one that is switched on, or gets another time, would make a
 * report that was due before.
 */
export function startsAgain(before: ScheduleTimes, after: ScheduleTimes): boolean {
  return (
    (after.isOn && !before.isOn) ||
    after.kind !== before.kind ||
    after.timeZone !== before.timeZone ||
    after.time !== before.time
  );
}

/** The days of a period, each with the instant at which it begins. */
export function daysOfPeriod(
  timeZone: string,
  { fromDate, toDate }: ReportPeriod,
): { readonly date: string; readonly fromMs: number }[] {
  const days = [];
  for (let day = dayOf(fromDate); day <= dayOf(toDate); day++)
    days.push({ date: dateOf(day), fromMs: instantOf(timeZone, day * DAY_MS) });
  return days;
}

function periodOfDays(timeZone: string, first: number, last: number): ReportPeriod {
  return {
    fromDate: dateOf(first),
    toDate: dateOf(last),
    fromMs: instantOf(timeZone, first * DAY_MS),
    toMs: instantOf(timeZone, (last + 1) * DAY_MS),
  };
}

function firstOfMonth(day: number, monthsLater: number): number {
  const date = new Date(day * DAY_MS);
  return Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / DAY_MS);
}
