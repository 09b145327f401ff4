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

export interface DutyTimeline {
  /** By their start. */
  readonly shifts: readonly DutyOccurrence[];
  /** The times at which nobody is on duty. Every instant of the range is in a gap or in a shift with somebody who can be on duty. */
  readonly gaps: readonly DutyGap[];
  /** The times at which more than one shift runs. */
  readonly overlaps: readonly DutyOverlap[];
}

/** Everything about a rota between two instants, in one pass over its shifts. */
export function timelineOf(
  rota: Rota,
  fromMs: number,
  toMs: number,
  problemOf: ProblemOf = NO_PROBLEM,
): DutyTimeline {
  const shifts = shiftsBetween(rota, fromMs, toMs);
  const validity = validityOf(rota);
  const gaps: DutyGap[] = [];
  const overlaps: DutyOverlap[] = [];
  const coming = shifts.values();
  let next = coming.next();
  let running: DutyOccurrence[] = [];
  for (const [beginMs, endMs] of piecesOf(validity, shifts, fromMs, toMs)) {
    running = running.filter((shift) => beginMs < shift.toMs);
    for (; !next.done && next.value.fromMs <= beginMs; next = coming.next()) running.push(next.value);
    const piece = { fromMs: beginMs, toMs: endMs };
    const why = reasonOf(validity, running, beginMs, problemOf);
    if (why !== null) append(gaps, { ...piece, why }, (last) => last.why === why);
    const shiftIds = running.map(({ shiftId }) => shiftId);
    if (shiftIds.length > 1)
      append(overlaps, { ...piece, shiftIds }, (last) => last.shiftIds.join() === shiftIds.join());
  }
  return { shifts, gaps, overlaps };
}

/** Adds a span, or lengthens the last one when it is the same. */
function append<Span extends { readonly fromMs: number; readonly toMs: number }>(
  spans: Span[],
  span: Span,
  isSame: (last: Span) => boolean,
): void {
  const last = spans.at(-1);
  if (last?.toMs === span.fromMs && isSame(last)) spans[spans.length - 1] = { ...last, toMs: span.toMs };
  else spans.push(span);
}

/** The range, cut where a shift or the validity of the rota begins or ends. */
function piecesOf(
  { validFromMs, validToMs }: Validity,
  shifts: readonly DutyOccurrence[],
  fromMs: number,
  toMs: number,
): [beginMs: number, endMs: number][] {
  const cuts = [validFromMs, validToMs, ...shifts.flatMap((shift) => [shift.fromMs, shift.toMs])];
  const inside = cuts.filter((ms) => fromMs < ms && ms < toMs);
  const edges = [...new Set([fromMs, ...inside, toMs])].sort((a, b) => a - b);
  return edges.slice(1).map((endMs, index) => [edges[index] ?? fromMs, endMs]);
}

function reasonOf(
  { validFromMs, validToMs }: Validity,
  running: readonly DutyOccurrence[],
  atMs: number,
  problemOf: ProblemOf,
): DutyGap['why'] | null {
  const people = running.flatMap((shift) => shift.people);
  if (people.some(({ userNo }) => !isUnavailable(problemOf(userNo)))) return null;
  if (people.length > 0) return 'unavailable';
  if (running.length > 0) return 'nobody';
  return validFromMs <= atMs && atMs < validToMs ? 'noShift' : 'notValid';
}

/** From the midnight before the first day to the midnight after the last one. */
interface Validity {
  readonly validFromMs: number;
  readonly validToMs: number;
}

function validityOf({ timeZone, validFrom, validTo }: Rota): Validity {
  return {
    validFromMs:
      validFrom === null ? Number.NEGATIVE_INFINITY : instantOf(timeZone, dayOf(validFrom) * DAY_MS),
    validToMs:
      validTo === null ? Number.POSITIVE_INFINITY : instantOf(timeZone, (dayOf(validTo) + 1) * DAY_MS),
  };
}
