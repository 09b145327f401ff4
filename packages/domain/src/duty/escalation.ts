import type { skipReasons, stepReceivers } from '@gwanje/contract/alarms/alarm-escalation';
import type { EscalationStep } from '@gwanje/contract/duty/duty-rotas';

const MINUTE_MS = 60_000;

export interface DueStep {
  /** Its place in the rota, from 0. */
  readonly stepNo: number;
  readonly step: EscalationStep;
  readonly atMs: number;
}

/**
 * The next step for an alarm that nobody has acknowledged since `beganMs`; undefined: all were sent. `sent`: when each
 * step was sent. A step keeps its distance to the one before, so that steps do not come all at once after a silence or
 * after the server was down.
 */
export function nextStep(
  steps: readonly EscalationStep[],
  { beganMs, level }: { readonly beganMs: number; readonly level: number },
  sent: ReadonlyMap<number, number>,
): DueStep | undefined {
  for (const [stepNo, step] of steps.entries()) {
    if (sent.has(stepNo) || level < step.minLevel) continue;
    let atMs = beganMs + step.afterMin * MINUTE_MS;
    for (const [beforeNo, sentMs] of sent) {
      const before = steps[beforeNo];
      if (before && beforeNo < stepNo)
        atMs = Math.max(atMs, sentMs + (step.afterMin - before.afterMin) * MINUTE_MS);
    }
    return { stepNo, step, atMs };
  }
  return undefined;
}

export type StepReceiver = (typeof stepReceivers)[number];
/** `next`: the people of the next shift, when nobody on duty can be reached. */
export type ReachedAs = StepReceiver | 'next';

/** The people of a rota at an instant. Overlapping shifts have several first people. */
export type PeopleByRole = Readonly<Record<ReachedAs, readonly number[]>>;

export type SkipReason = (typeof skipReasons)[number];

/** Somebody, or a place without anybody, that a step passed over. */
export interface Skipped {
  readonly role: ReachedAs;
  readonly userNo: number | null;
  readonly why: SkipReason;
}

export interface StepOutcome {
  /** Empty: nobody could be reached. */
  readonly userNos: readonly number[];
  readonly role: ReachedAs | null;
  readonly skipped: readonly Skipped[];
}

const ORDER: Readonly<Record<StepReceiver, readonly ReachedAs[]>> = {
  first: ['first', 'second', 'lead', 'next'],
  second: ['second', 'lead', 'first', 'next'],
  lead: ['lead', 'first', 'second', 'next'],
};

/** Whom a step reaches: its receiver, or the next person who can be reached. */
export function receiversOf(
  to: StepReceiver,
  people: PeopleByRole,
  whyUnreachable: (userNo: number) => Exclude<SkipReason, 'nobody'> | null,
): StepOutcome {
  const skipped: Skipped[] = [];
  for (const role of ORDER[to]) {
    const found = people[role].map((userNo) => ({ userNo, why: whyUnreachable(userNo) }));
    const userNos = found.filter(({ why }) => why === null).map(({ userNo }) => userNo);
    if (userNos.length > 0) return { userNos, role, skipped };
    if (found.length === 0) skipped.push({ role, userNo: null, why: 'nobody' });
    for (const { userNo, why } of found) if (why !== null) skipped.push({ role, userNo, why });
  }
  return { userNos: [], role: null, skipped };
}
