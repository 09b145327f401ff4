import type { ReactNode } from 'react';
import classes from './drawer-actions.module.css';

interface DrawerActionsProps {
  /** Rare actions, at the left. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/** The buttons at the bottom of a drawer. */
export function DrawerActions({ before, children }: DrawerActionsProps) {
  return (
    <div className={classes.actions}>
      {before}
      <div className={classes.end}>{children}</div>
    </div>
  );
}
