import type { ReactNode } from 'react';
import classes from './drawer-actions.module.css';

interface DrawerActionsProps {
  /** At the left: what is seldom done. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/** The row of buttons below what scrolls. */
export function DrawerActions({ before, children }: DrawerActionsProps) {
  return (
    <div className={classes.actions}>
      {before}
      <div className={classes.end}>{children}</div>
    </div>
  );
}
