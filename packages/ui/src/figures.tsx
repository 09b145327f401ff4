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

/** The page in five numbers. */
export function Figures({ list }: { readonly list: readonly Figure[] }) {
  return (
    <dl className={classes.figures}>
      {list.map(({ label, value, note, percent, isBad }) => (
        <div key={label} className={classes.figure}>
          <dt title={label}>{label}</dt>
          <dd className={classes.value} data-level={isBad ? 'critical' : usageLevel(percent ?? null)}>
            {value}
          </dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
