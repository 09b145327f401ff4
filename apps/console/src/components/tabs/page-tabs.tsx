import { Icon, type IconName } from '@gwanje/ui/icon';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { navigateTo } from '#core/navigation/navigation.ts';
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

/** A tab that opens a menu of pages. */
export interface PageTabGroup {
  readonly label: string;
  readonly pages: readonly (PageTab & { readonly icon: IconName })[];
}

interface PageTabsProps {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly (PageTab | PageTabGroup)[];
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
          {tabs.map((tab) =>
            'pages' in tab ? (
              <GroupTab key={tab.label} group={tab} search={search} />
            ) : (
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
            ),
          )}
        </nav>
      )}
    </div>
  );
}

interface GroupTabProps {
  readonly group: PageTabGroup;
  readonly search: AddressText;
}

/** Shows the current page of the group in its label. */
function GroupTab({ group: { label, pages }, search }: GroupTabProps) {
  const current = pages.find(({ isCurrent }) => isCurrent);
  return (
    <MenuButton
      position="bottom-start"
      entries={pages.map((page) => ({
        kind: 'action',
        id: page.path,
        label: page.label,
        icon: page.icon,
        onChoose: () =>
          void navigateTo(
            `${page.path}?${new URLSearchParams({ ...search, ...page.search } as Record<string, string>)}`,
          ),
      }))}
    >
      {(opener) => (
        <button type="button" className={classes.tab} aria-current={current ? 'page' : undefined} {...opener}>
          {current ? `${label}: ${current.label}` : label}
          <Icon name="mdi-chevron-down" size={16} />
        </button>
      )}
    </MenuButton>
  );
}
