import type { dutyPositions } from '@gwanje/contract/duty/duty-calendar';
import type { DutyException, DutyShift, RotaPlan } from '@gwanje/contract/duty/duty-rotas';
import { clockTimeMs, DAY_MS, dateOf, dayAt, dayOf, instantOf, weekdayOf } from './zone-clock.ts';

/** The parts of a rota that decide who is on duty. */
export interface Rota extends Pick<RotaPlan, 'timeZone' | 'validFrom' | 'validTo' | 'shiftList'> {
  /** In the order in which they were made: a later one overrides an earlier one. */
  readonly exceptionList: readonly DutyException[];
}

export interface PersonOnDuty {
  readonly userNo: number;
  readonly position: (typeof dutyPositions)[number];
  /** The scheduled person, when an exception put another one in the place. */
  readonly replacedUserNo: number | null;
}

/** One shift of one day. */
export interface DutyOccurrence {
  readonly shiftId: string;
  readonly name: string;
  /** The day of the rota's zone on which it starts. */
  readonly date: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Empty: exceptions removed everybody. */
  readonly people: readonly PersonOnDuty[];
  /** The exceptions that changed its people. */
  readonly exceptionIds: readonly number[];
}

/** The shifts that run at any time from `fromMs` to before `toMs`, by their start. */
export function shiftsBetween(rota: Rota, fromMs: number, toMs: number): DutyOccurrence[] {
  if (!(fromMs < toMs)) return [];
  const found: DutyOccurrence[] = [];
  const { timeZone, validFrom, validTo } = rota;
  // A shift ends at most a day after the day of its start; where a zone skips a day, that is two days back.
  const firstDay = Math.max(
    dayAt(timeZone, fromMs) - 2,
    validFrom === null ? Number.NEGATIVE_INFINITY : dayOf(validFrom),
  );
  const lastDay = Math.min(
    dayAt(timeZone, toMs),
    validTo === null ? Number.POSITIVE_INFINITY : dayOf(validTo),
  );
  for (let day = firstDay; day <= lastDay; day++) {
    const date = dateOf(day);
    const exceptions = rota.exceptionList.filter(
      ({ fromDate, toDate }) => fromDate <= date && date <= toDate,
    );
    for (const shift of rota.shiftList) {
      if (!shift.dayList.includes(weekdayOf(day))) continue;
      const time = timeOf(timeZone, shift, day);
      // Where the clock skips the whole shift, it does not take place.
      if (time.fromMs < time.toMs && time.fromMs < toMs && fromMs < time.toMs)
        found.push({
          shiftId: shift.shiftId,
          name: shift.name,
          date,
          ...time,
          ...peopleOf(shift, day, exceptions),
        });
    }
  }
  return found.sort((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs);
}

/** The shifts that run at an instant. More than one: they overlap. */
export function dutyAt(rota: Rota, atMs: number): DutyOccurrence[] {
  return shiftsBetween(rota, atMs, atMs + 1);
}

/** The next shift to start after an instant, within the days. */
export function nextShift(rota: Rota, afterMs: number, withinDays: number): DutyOccurrence | undefined {
  return shiftsBetween(rota, afterMs, afterMs + withinDays * DAY_MS).find(({ fromMs }) => fromMs > afterMs);
}

/** Each shift runs at least once a week. */
const LOOK_BACK_MS = 8 * DAY_MS;

/**
 * The shifts that run at an instant or ended less than `recentMs` before it, and the last ones to end before it: after a
 * weekend these are the shifts of Friday.
 */
export function recentShifts(rota: Rota, atMs: number, recentMs: number): DutyOccurrence[] {
  const shifts = shiftsBetween(rota, atMs - LOOK_BACK_MS, atMs + 1);
  const lastEndMs = Math.max(...shifts.map(({ toMs }) => toMs).filter((toMs) => toMs <= atMs));
  return shifts.filter(({ toMs }) => toMs > atMs - recentMs || toMs === lastEndMs);
}

function timeOf(timeZone: string, { from, to }: DutyShift, day: number): { fromMs: number; toMs: number } {
  const [begin, end] = [clockTimeMs(from), clockTimeMs(to)];
  const endDay = end > begin ? day : day + 1;
  return {
    fromMs: instantOf(timeZone, day * DAY_MS + begin),
    toMs: instantOf(timeZone, endDay * DAY_MS + end),
  };
}

/** The people of a shift of a day. `ofDay`: the exceptions of the day, for any shift. */
function peopleOf(
  shift: DutyShift,
  day: number,
  ofDay: Rota['exceptionList'],
): Pick<DutyOccurrence, 'people' | 'exceptionIds'> {
  const slot = slotOf(shift, day);
  if (!slot) return { people: [], exceptionIds: [] };
  const exceptions = ofDay.filter(({ shiftId }) => shiftId === null || shiftId === shift.shiftId);
  const people: PersonOnDuty[] = [];
  const exceptionIds = new Set<number>();
  for (const [position, scheduled] of [
    ['first', slot.firstUserNo],
    ['second', slot.secondUserNo],
  ] as const) {
    if (scheduled === null) continue;
    let userNo: number | null = scheduled;
    for (const { dutyExceptionId, replacedUserNo, coveringUserNo } of exceptions)
      if (replacedUserNo === scheduled || replacedUserNo === userNo) {
        userNo = coveringUserNo;
        exceptionIds.add(dutyExceptionId);
      }
    if (userNo !== null)
      people.push({ userNo, position, replacedUserNo: userNo === scheduled ? null : scheduled });
  }
  return { people, exceptionIds: [...exceptionIds] };
}

function slotOf(
  { slotList, everyDays, firstDate }: DutyShift,
  day: number,
): DutyShift['slotList'][number] | undefined {
  if (everyDays === null) return slotList[0];
  const turn = Math.floor((day - dayOf(firstDate)) / everyDays);
  return slotList[((turn % slotList.length) + slotList.length) % slotList.length];
}
