import type { ReactNode } from 'react';
import classes from './figures.module.css';
import { usageLevel } from './list/model/usage.ts';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** Coloured by how much of what there is is used. */
  readonly percent?: number | null | undefined;
  /** Bad in itself, whatever the amount. */
  readonly isBad?: boolean;
}

interface FiguresProps {
  readonly list: readonly Figure[];
  /** Of then, not of now: hatched, and no amount of it is a state. */
  readonly isStale?: boolean;
}

/** The page in five numbers. */
export function Figures({ list, isStale = false }: FiguresProps) {
  return (
    <dl className={classes.figures} data-stale={isStale}>
      {list.map(({ label, value, note, percent, isBad }) => (
        <div key={label} className={classes.figure}>
          <dt title={label}>{label}</dt>
          <dd
            className={classes.value}
            data-level={isStale ? 'stale' : isBad ? 'critical' : usageLevel(percent ?? null)}
          >
            {value}
          </dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
