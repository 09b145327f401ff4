import type { DutyOccurrenceRow } from '@gwanje/contract/duty/duty-calendar';
import { type DutyGap, gapsBetween, overlapsBetween } from '@gwanje/domain/duty/duty-gaps';
import { type DutyOccurrence, dutyAt, nextShift, shiftsBetween } from '@gwanje/domain/duty/duty-shifts';
import type { PersonOfRota } from '../../alarms/duty/duty-people-repository.ts';
import { rotaOf, type StoredRota } from '../../alarms/duty/rota-repository.ts';

type People = ReadonlyMap<number, PersonOfRota>;

/** How far ahead the next shift and the next change are looked for. */
const AHEAD_DAYS = 8;
const DAY_MS = 86_400_000;

/** The shifts of a rota in a range, with gaps and overlaps. */
export function calendarOf(stored: StoredRota, people: People, fromMs: number, toMs: number) {
  const rota = rotaOf(stored);
  const shifts = shiftsBetween(rota, fromMs, toMs);
  return {
    ...headOf(stored, people, shifts),
    occurrenceList: shifts.map(occurrenceRow),
    gapList: gapsBetween(rota, fromMs, toMs, problemsOf(people)).map(gapRow),
    overlapList: overlapsBetween(rota, fromMs, toMs).map((overlap) => ({
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
  const [gap] = gapsBetween(rota, nowMs, nowMs + AHEAD_DAYS * DAY_MS, problemsOf(people));
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
