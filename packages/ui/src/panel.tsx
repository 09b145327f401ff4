import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  readonly title?: string;
  /** A short note beside the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Tables and lists reach the panel's edge; forms and text have padding. */
  readonly padded?: boolean;
  readonly children: ReactNode;
}

export function Panel({ title, note, actions, padded = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={classes.head}>
          <h2 className={classes.title} id={titleId}>
            {title}
          </h2>
          {note && <span className={classes.note}>{note}</span>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      <div className={padded ? classes.padded : undefined}>{children}</div>
    </section>
  );
}
