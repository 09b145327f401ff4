import type { DutyOccurrenceRow } from '@gwanje/contract/duty/duty-calendar';
import { type DutyOccurrence, dutyAt, nextShift } from '@gwanje/domain/duty/duty-shifts';
import { type DutyGap, timelineOf } from '@gwanje/domain/duty/duty-timeline';
import { DAY_MS } from '@gwanje/domain/duty/zone-clock';
import type { PersonOfRota } from '../../alarms/duty/duty-people-repository.ts';
import { rotaOf, type StoredRota } from '../../alarms/duty/rota-repository.ts';

type People = ReadonlyMap<number, PersonOfRota>;

/** How far ahead the next shift and the next change are looked for. */
const AHEAD_DAYS = 8;

/** The shifts of a rota in a range, with gaps and overlaps. */
export function calendarOf(stored: StoredRota, people: People, fromMs: number, toMs: number) {
  const { shifts, gaps, overlaps } = timelineOf(rotaOf(stored), fromMs, toMs, problemsOf(people));
  return {
    ...headOf(stored, people, shifts),
    occurrenceList: shifts.map(occurrenceRow),
    gapList: gaps.map(gapRow),
    overlapList: overlaps.map((overlap) => ({
      fromAt: isoOf(overlap.fromMs),
      toAt: isoOf(overlap.toMs),
      shiftIdList: [...overlap.shiftIds],
    })),
  };
}

/** Who is on duty now, and when that changes. */
export function dutyNowOf(stored: StoredRota, people: People, nowMs: number) {
  const rota = rotaOf(stored);
  const current = dutyAt(rota, nowMs);
  const next = nextShift(rota, nowMs, AHEAD_DAYS);
  const { gaps } = timelineOf(rota, nowMs, nowMs + AHEAD_DAYS * DAY_MS, problemsOf(people));
  const [gap] = gaps;
  const isGap = gap !== undefined && gap.fromMs === nowMs;
  const changes = [next?.fromMs, ...current.map((shift) => shift.toMs), isGap ? gap.toMs : gap?.fromMs];
  return {
    changesAtMs: Math.min(...changes.filter((ms) => ms !== undefined), Number.POSITIVE_INFINITY),
    rota: {
      ...headOf(stored, people, next ? [...current, next] : current),
      currentList: current.map(occurrenceRow),
      gap: isGap ? gapRow(gap) : null,
      next: next ? occurrenceRow(next) : null,
    },
  };
}

function problemsOf(people: People): (userNo: number) => PersonOfRota['problem'] {
  return (userNo) => people.get(userNo)?.problem ?? null;
}

/** Names only the people of the shifts and the lead. */
function headOf(
  { dutyRotaId, name, metaGroupName, plan }: StoredRota,
  people: People,
  shifts: readonly DutyOccurrence[],
) {
  const named = new Set(
    shifts.flatMap((shift) => shift.people.flatMap(({ userNo, replacedUserNo }) => [userNo, replacedUserNo])),
  );
  return {
    dutyRotaId,
    name,
    metaGroupName,
    timeZone: plan.timeZone,
    leadUserNo: plan.leadUserNo,
    personList: [...people.values()].filter(({ userNo }) => named.has(userNo) || userNo === plan.leadUserNo),
  };
}

function occurrenceRow({ fromMs, toMs, people, exceptionIds, ...shift }: DutyOccurrence) {
  return {
    ...shift,
    fromAt: isoOf(fromMs),
    toAt: isoOf(toMs),
    personList: people.map((person) => ({ ...person })) as DutyOccurrenceRow['personList'],
    dutyExceptionIdList: [...exceptionIds] as DutyOccurrenceRow['dutyExceptionIdList'],
  };
}

function gapRow({ fromMs, toMs, why }: DutyGap) {
  return { fromAt: isoOf(fromMs), toAt: isoOf(toMs), why };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
