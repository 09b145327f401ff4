import type { ReactNode } from 'react';
import classes from './figures.module.css';
import { usageLevel } from './list/model/usage.ts';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** The used share, which gives the colour. */
  readonly percent?: number | null | undefined;
  /** Any amount is bad. */
  readonly isBad?: boolean;
}

interface FiguresProps {
  readonly list: readonly Figure[];
  /** A stale value: hatched, without a warning colour. */
  readonly isStale?: boolean;
}

/** The key figures of a page. */
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
