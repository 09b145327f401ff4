import type { AcceptedCause } from './fault-scenario.ts';

/** A line of the answer, as far as the benchmark compares it. */
export interface CauseLine {
  /** Its own rule, and those of the lines that the server folded into it. */
  readonly rules: readonly string[];
  readonly namespace: string | null;
  readonly name: string;
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

/** A line is the true cause only with both: an accepted rule and an accepted object. */
export function isCause(
  { rules: own, namespace, name }: CauseLine,
  causes: readonly AcceptedCause[],
): boolean {
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
