import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './page-header.module.css';

export interface PageHeaderProps {
  readonly title: string;
  /** The breadcrumb from the root; as elements, because this package has no router. */
  readonly breadcrumbs?: readonly { readonly id: string; readonly link: ReactNode }[];
  readonly breadcrumbsLabel?: string;
  /** Chips beside the title. */
  readonly marks?: ReactNode;
  readonly actions?: ReactNode;
  readonly dataAge?: ReactNode;
}

export function PageHeader(props: PageHeaderProps) {
  const { title, breadcrumbs = [], breadcrumbsLabel, marks, actions, dataAge } = props;
  return (
    <div className={classes.header}>
      <div className={classes.trail}>
        {breadcrumbs.length > 0 && (
          <nav className={classes.crumbs} aria-label={breadcrumbsLabel}>
            {breadcrumbs.map(({ id, link }) => (
              <span className={classes.crumb} key={id}>
                {link}
                <Icon name="mdi-chevron-right" />
              </span>
            ))}
          </nav>
        )}
        <h1 className={classes.title}>{title}</h1>
        {marks}
      </div>
      {(actions || dataAge) && (
        <div className={classes.end}>
          {dataAge && <span className={classes.age}>{dataAge}</span>}
          {actions}
        </div>
      )}
    </div>
  );
}
