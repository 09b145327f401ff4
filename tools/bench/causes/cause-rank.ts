import type { AcceptedCause } from './fault-scenario.ts';

/** A line of the answer, as far as the benchmark compares it. */
export interface CauseLine {
  /** Its own rule, and those of the lines that the server folded into it. */
  readonly rules: readonly string[];
  readonly namespace: string | null;
  readonly name: string;
  readonly at: string;
}

/** A line as it is shown to those who tune the rules. */
export interface ScoredLine extends CauseLine {
  readonly relation: string;
  readonly distanceS: number;
  readonly score: number;
}

/** The position of the first line that fits, from 1. */
export function rankOf(lines: readonly CauseLine[], fits: (line: CauseLine) => boolean): number | undefined {
  const at = lines.findIndex(fits);
  return at === -1 ? undefined : at + 1;
}

/** The agent reports a change at its next batch, and a series begins with its step. */
const EARLIER_MS = 2 * 60_000;

/**
 * A line is the true cause only with an accepted rule and an accepted object, and when it is no older change of
 * the same object.
 */
export function isCause(
  { rules: own, namespace, name, at }: CauseLine,
  causes: readonly AcceptedCause[],
  faultAt: Date,
): boolean {
  if (Date.parse(at) < faultAt.getTime() - EARLIER_MS) return false;
  const key = namespace === null ? name : `${namespace}/${name}`;
  return causes.some(
    ({ rules, objects }) =>
      rules.some((rule) => own.includes(rule)) && objects.some((object) => fits(object, key)),
  );
}

function fits(object: string, key: string): boolean {
  return object.endsWith('*') ? key.startsWith(object.slice(0, -1)) : key === object;
}

export interface Shares {
  readonly cnt: number;
  readonly firstPct: number;
  readonly firstThreePct: number;
}

/** Scenarios whose alarm was not raised count as missed. */
export function sharesOf(ranks: readonly (number | undefined)[]): Shares {
  const share = (most: number) =>
    (100 * ranks.filter((rank) => rank !== undefined && rank <= most).length) / ranks.length;
  return { cnt: ranks.length, firstPct: share(1), firstThreePct: share(3) };
}
