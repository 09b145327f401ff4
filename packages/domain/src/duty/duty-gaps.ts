import type { gapReasons } from '@gwanje/contract/duty/duty-calendar';
import type { PersonProblem } from '@gwanje/contract/duty/duty-rotas';
import { type DutyOccurrence, type Rota, shiftsBetween } from './duty-shifts.ts';
import { DAY_MS, dayOf, instantOf } from './zone-clock.ts';

export interface DutyGap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly why: (typeof gapReasons)[number];
}

export interface DutyOverlap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly shiftIds: readonly string[];
}

export type ProblemOf = (userNo: number) => PersonProblem | null;

const NO_PROBLEM: ProblemOf = () => null;

/** Whether a person with this problem cannot be on duty. Who sees some of the groups can. */
export function isUnavailable(problem: PersonProblem | null): boolean {
  return problem !== null && problem !== 'someGroups';
}

/**
 * The times at which nobody is on duty, each with its reason. Every instant of the range is in a gap or in a shift with a
 * person who can be on duty.
 */
export function gapsBetween(
  rota: Rota,
  fromMs: number,
  toMs: number,
  problemOf: ProblemOf = NO_PROBLEM,
): DutyGap[] {
  const shifts = shiftsBetween(rota, fromMs, toMs);
  const gaps: DutyGap[] = [];
  for (const [beginMs, endMs] of piecesOf(rota, shifts, fromMs, toMs)) {
    const running = shifts.filter((shift) => shift.fromMs <= beginMs && endMs <= shift.toMs);
    const why = reasonOf(rota, running, beginMs, problemOf);
    if (why === null) continue;
    const last = gaps.at(-1);
    if (last?.toMs === beginMs && last.why === why) gaps[gaps.length - 1] = { ...last, toMs: endMs };
    else gaps.push({ fromMs: beginMs, toMs: endMs, why });
  }
  return gaps;
}

/** The times at which more than one shift runs. */
export function overlapsBetween(rota: Rota, fromMs: number, toMs: number): DutyOverlap[] {
  const shifts = shiftsBetween(rota, fromMs, toMs);
  const overlaps: DutyOverlap[] = [];
  for (const [beginMs, endMs] of piecesOf(rota, shifts, fromMs, toMs)) {
    const running = shifts.filter((shift) => shift.fromMs <= beginMs && endMs <= shift.toMs);
    if (running.length < 2) continue;
    const shiftIds = running.map(({ shiftId }) => shiftId);
    const last = overlaps.at(-1);
    if (last?.toMs === beginMs && last.shiftIds.join() === shiftIds.join())
      overlaps[overlaps.length - 1] = { ...last, toMs: endMs };
    else overlaps.push({ fromMs: beginMs, toMs: endMs, shiftIds });
  }
  return overlaps;
}

/** The range, cut where a shift or the validity of the rota begins or ends. */
function piecesOf(
  rota: Rota,
  shifts: readonly DutyOccurrence[],
  fromMs: number,
  toMs: number,
): [beginMs: number, endMs: number][] {
  const { validFromMs, validToMs } = validityOf(rota);
  const cuts = [validFromMs, validToMs, ...shifts.flatMap((shift) => [shift.fromMs, shift.toMs])];
  const inside = cuts.filter((ms) => fromMs < ms && ms < toMs);
  const edges = [...new Set([fromMs, ...inside, toMs])].sort((a, b) => a - b);
  return edges.slice(1).map((endMs, index) => [edges[index] ?? fromMs, endMs]);
}

function reasonOf(
  rota: Rota,
  running: readonly DutyOccurrence[],
  atMs: number,
  problemOf: ProblemOf,
): DutyGap['why'] | null {
  const people = running.flatMap((shift) => shift.people);
  if (people.some(({ userNo }) => !isUnavailable(problemOf(userNo)))) return null;
  if (people.length > 0) return 'unavailable';
  if (running.length > 0) return 'nobody';
  const { validFromMs, validToMs } = validityOf(rota);
  return validFromMs <= atMs && atMs < validToMs ? 'noShift' : 'notValid';
}

/** From the midnight before the first day to the midnight after the last one. */
function validityOf({ timeZone, validFrom, validTo }: Rota): { validFromMs: number; validToMs: number } {
  return {
    validFromMs:
      validFrom === null ? Number.NEGATIVE_INFINITY : instantOf(timeZone, dayOf(validFrom) * DAY_MS),
    validToMs:
      validTo === null ? Number.POSITIVE_INFINITY : instantOf(timeZone, (dayOf(validTo) + 1) * DAY_MS),
  };
}
