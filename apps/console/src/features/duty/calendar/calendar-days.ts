import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { listDutyShifts } from '@gwanje/contract/duty/duty-calendar';
import { CalendarDate } from '@gwanje/contract/duty/duty-rotas';
import type { DutyOccurrence } from '@gwanje/domain/duty/duty-shifts';
import type { DutyGap, DutyTimeline } from '@gwanje/domain/duty/duty-timeline';
import {
  DAY_MS,
  dateOf,
  dayAt,
  dayOf,
  instantOf,
  wallClockMs,
  weekdayOf,
} from '@gwanje/domain/duty/zone-clock';

export const calendarViews = ['week', 'month'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** What a calendar shows of a rota, stored or not. */
export interface CalendarRota extends DutyTimeline {
  readonly timeZone: string;
}

/** The part of a gap on one day. Times are those of the rota's clock. */
export interface DayGap {
  readonly fromMs: number;
  readonly from: string;
  readonly to: string;
  readonly isWholeDay: boolean;
  readonly why: DutyGap['why'];
}

export interface CalendarCell {
  readonly date: string;
  /** Shifts that start on this day. */
  readonly shifts: readonly DutyOccurrence[];
  readonly gaps: readonly DayGap[];
}

/** The view and the day of an address; a day that is none is today. */
export function choiceOf(search: { view?: string | undefined; date?: string | undefined }, today: string) {
  const view = calendarViews.find((one) => one === search.view) ?? 'week';
  const date = CalendarDate.safeParse(search.date);
  return { view, date: date.success ? date.data : today };
}

/** The days of the week, or of all weeks of the month; weeks start on Monday. */
export function daysOf(view: CalendarView, date: string): string[] {
  const day = dayOf(date);
  const [first, last] = view === 'week' ? [day, day] : monthOf(date);
  const begin = first - weekdayOf(first) + 1;
  const end = last - weekdayOf(last) + 7;
  return Array.from({ length: end - begin + 1 }, (_, index) => dateOf(begin + index));
}

/** The day to show after a step to the next or previous week or month. */
export function stepped(view: CalendarView, date: string, step: 1 | -1): string {
  if (view === 'week') return dateOf(dayOf(date) + 7 * step);
  const [first, last] = monthOf(date);
  const [other] = monthOf(dateOf(step === 1 ? last + 1 : first - 1));
  return dateOf(other);
}

/** Instants around the days, in any time zone. */
export function rangeOf(days: readonly string[]): { fromMs: number; toMs: number } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return { fromMs: (dayOf(first) - 1) * DAY_MS, toMs: (dayOf(last) + 2) * DAY_MS };
}

export function cellsOf({ timeZone, shifts, gaps }: CalendarRota, days: readonly string[]): CalendarCell[] {
  return days.map((date) => {
    const dayFromMs = instantOf(timeZone, dayOf(date) * DAY_MS);
    const dayToMs = instantOf(timeZone, (dayOf(date) + 1) * DAY_MS);
    return {
      date,
      shifts: shifts.filter((shift) => shift.date === date),
      gaps: gaps.flatMap((gap) => {
        const [fromMs, toMs] = [Math.max(gap.fromMs, dayFromMs), Math.min(gap.toMs, dayToMs)];
        if (fromMs >= toMs) return [];
        return {
          fromMs,
          from: timeOf(timeZone, fromMs),
          to: toMs === dayToMs ? '24:00' : timeOf(timeZone, toMs),
          isWholeDay: fromMs === dayFromMs && toMs === dayToMs,
          why: gap.why,
        };
      }),
    };
  });
}

/** '09:00' on the clock of the rota. */
export function timeOf(timeZone: string, instantMs: number): string {
  return new Date(wallClockMs(timeZone, instantMs)).toISOString().slice(11, 16);
}

export function todayOf(timeZone: string, nowMs: number): string {
  return dateOf(dayAt(timeZone, nowMs));
}

type ListedRota = ResponseOf<typeof listDutyShifts>['rotaList'][number];

export function calendarRota(listed: ListedRota): CalendarRota {
  const span = ({ fromAt, toAt }: { fromAt: string; toAt: string }) => ({
    fromMs: Date.parse(fromAt),
    toMs: Date.parse(toAt),
  });
  return {
    timeZone: listed.timeZone,
    shifts: listed.occurrenceList.map((row) => ({
      ...span(row),
      shiftId: row.shiftId,
      name: row.name,
      date: row.date,
      people: row.personList,
      exceptionIds: row.dutyExceptionIdList,
    })),
    gaps: listed.gapList.map((gap) => ({ ...span(gap), why: gap.why })),
    overlaps: listed.overlapList.map((overlap) => ({ ...span(overlap), shiftIds: overlap.shiftIdList })),
  };
}

/** The first and the last day of a month. */
function monthOf(date: string): [first: number, last: number] {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return [Date.UTC(year, month - 1, 1) / DAY_MS, Date.UTC(year, month, 0) / DAY_MS];
}
