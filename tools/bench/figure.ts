/** One line of `npm run bench`. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  /** The same measurement on another program in the same run. */
  readonly peer?: { readonly name: string; readonly value: number };
  readonly ratio?: number;
}

export type Measure = () => Promise<readonly Figure[]>;

export function figure(name: string, value: number, unit: string, goal: string, digits = 1): Figure {
  return { name, value: Number(value.toFixed(digits)), unit, goal };
}

export const PEER = 'victoria-metrics';

export function withPeer(own: Figure, peer: number | undefined, digits = 0): Figure {
  if (peer === undefined) return own;
  const ratio = Number((own.value / peer).toFixed(2));
  return { ...own, peer: { name: PEER, value: Number(peer.toFixed(digits)) }, ratio };
}

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const HEAD = ['name', 'figure', 'unit', 'goal', '', 'peer', 'ratio'];

/** All figures as a table for readers. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf({ name, value, unit, goal, peer, ratio }: Figure): string[] {
  const verdict = meetsGoal(value, goal) ? '' : 'missed';
  return [
    name,
    String(value),
    unit,
    goal,
    verdict,
    peer ? `${peer.value} ${peer.name}` : '',
    `${ratio ?? ''}`,
  ];
}

/** A goal is `<= 15`, `>= 100000`, an exact number, or empty: no goal. */
export function meetsGoal(value: number, goal: string): boolean {
  if (goal === '') return true;
  const [, sign, bound] = /^(<=|>=)?\s*([\d.]+)/.exec(goal) ?? [];
  if (bound === undefined) throw new RangeError(`not a goal: ${goal}`);
  if (sign === '<=') return value <= Number(bound);
  return sign === '>=' ? value >= Number(bound) : value === Number(bound);
}
