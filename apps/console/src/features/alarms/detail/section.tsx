import { type ReactNode, useId } from 'react';
import classes from './alarm-drawer.module.css';

interface SectionProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

export function Section({ title, note, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h3 className={classes.sectionTitle} id={titleId}>
        {title}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </h3>
      {children}
    </section>
  );
}
