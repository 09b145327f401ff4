import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AddressText } from '#core/navigation/use-address.ts';
import classes from './tabs.module.css';

export interface PageTab {
  readonly path: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** How many there are on that page. */
  readonly cnt?: number | undefined;
  /** What its address has beyond that of the others. */
  readonly search?: AddressText;
}

interface PageTabsProps {
  /** What the pages are of, for those who do not see them side by side. */
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** What of the address goes along. */
  readonly search: AddressText;
  readonly before?: ReactNode;
}

/** Pages of one thing side by side, each with an address of its own. */
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
