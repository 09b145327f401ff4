import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AddressText } from '#core/navigation/use-address.ts';
import classes from './tabs.module.css';

export interface PageTab {
  readonly path: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** The number of items on that page. */
  readonly cnt?: number | undefined;
  /** Query parameters of this tab only. */
  readonly search?: AddressText;
}

interface PageTabsProps {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** Query parameters that every tab keeps. */
  readonly search: AddressText;
  readonly before?: ReactNode;
}

/** Tabs that are pages, each with its own address. */
export function PageTabs({ label, tabs, search, before }: PageTabsProps) {
  return (
    <div className={classes.bar}>
      {before}
      {tabs.length > 0 && (
        <nav className={classes.tabs} aria-label={label}>
          {tabs.map((tab) => (
            <Link
              key={tab.label}
              to={tab.path}
              search={{ ...search, ...tab.search }}
              className={classes.tab}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={tab.isCurrent ? 'page' : undefined}
            >
              {tab.label}
              {tab.cnt !== undefined && <span className={classes.cnt}>{tab.cnt}</span>}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
