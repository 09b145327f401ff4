import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AddressText } from '#shared/address/use-address.ts';
import classes from './page-tabs.module.css';

export interface PageTab {
  readonly path: string;
  readonly label: string;
}

interface PageTabsProps {
  /** What the pages are of, for those who do not see them side by side. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  readonly currentPath: string;
  /** What of the address goes along. */
  readonly search: AddressText;
  readonly before?: ReactNode;
}

/** Pages of one thing side by side, each with an address of its own. */
export function PageTabs({ label, tabs, currentPath, search, before }: PageTabsProps) {
  return (
    <div className={classes.bar}>
      {before}
      {tabs.length > 0 && (
        <nav className={classes.tabs} aria-label={label}>
          {tabs.map((tab) => (
            <Link
              key={tab.path}
              to={tab.path}
              search={search}
              className={classes.tab}
              activeProps={{}}
              aria-current={tab.path === currentPath ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
