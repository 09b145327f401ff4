import type { Figure } from './figure.ts';

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
  const verdict = meets(value, goal) ? '' : 'missed';
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

/** A goal is `<= 15`, `>= 100000`, or an exact number. */
function meets(value: number, goal: string): boolean {
  const [, sign, bound] = /^(<=|>=)?\s*([\d.]+)/.exec(goal) ?? [];
  if (bound === undefined) return true;
  if (sign === '<=') return value <= Number(bound);
  return sign === '>=' ? value >= Number(bound) : value === Number(bound);
}
