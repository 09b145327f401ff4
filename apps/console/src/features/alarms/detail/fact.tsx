import { DASH } from '@gwanje/domain/formats/number';
import type { ReactNode } from 'react';
import classes from './alarm-drawer.module.css';

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Fact({ label, children }: FactProps) {
  const isNothing = children === null || children === undefined || children === false || children === '';
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{isNothing ? DASH : typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}
