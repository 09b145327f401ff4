import { parseIdText } from '@gwanje/domain/formats/id-text';
import { kinds } from '@gwanje/kinds/registry';
import { IconButton } from '@gwanje/ui/buttons';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { isRedirect } from '#core/navigation/feature-manifest.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { CLAIM_PREFIX, pageIn, VOLUME_PREFIX } from '#entities/inventory/object-address.ts';
import { Chooser } from './chooser/chooser.tsx';
import { hideChooser, useChooser } from './chooser/chooser-store.ts';
import { UnderClusterNotice } from './cluster/cluster-banners.tsx';
import classes from './mon-layout.module.css';
import '#entities/object-page/monitoring-messages.ts';

const DEFAULT_ICON = 'mdi-format-list-bulleted';
/** Pages about a node that belong to another feature. */
const HISTORY = '/mon/node/history-list';
const RECORD = '/mon/node-history/';

/** The address parameters for the past instant of a cluster's lists. */
const PAST_OF_LISTS = ['at', `${VOLUME_PREFIX}at`, `${CLAIM_PREFIX}at`];

/** The chooser beside every page of a cluster, and the tabs above the pages about the whole cluster. */
export function MonLayout({ children }: { children: ReactNode }) {
  const t = useT();
  const { search } = useAddress();
  const pathname = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const isHidden = useChooser((state) => state.isHidden);
  const hostId = parseIdText(search.hostId);
  const current = pathname === '/mon' ? '/mon/summary' : pathname;
  const { tabs, hasTabs } = useClusterTabs(current);
  if (hostId === undefined) return children;

  return (
    <div className={classes.layout} data-chooser={!isHidden}>
      {!isHidden && (
        <aside className={classes.side} aria-label={t('monitoring.chooser')}>
          <Chooser hostId={hostId} pathname={pathname} search={search} />
        </aside>
      )}
      <div className={classes.content}>
        {(hasTabs || isHidden) && (
          <PageTabs
            label={t('monitoring.clusterPages')}
            tabs={hasTabs ? tabs : []}
            search={{ hostId: String(hostId) }}
            before={
              isHidden && (
                <IconButton
                  icon="mdi-file-tree-outline"
                  label={t('monitoring.showChooser')}
                  variant="default"
                  size={28}
                  onClick={() => hideChooser(false)}
                />
              )
            }
          />
        )}
        {current === '/mon/summary' ? (
          children
        ) : (
          <UnderClusterNotice
            hostId={hostId}
            nodeId={current === HISTORY ? parseIdText(search.nodeId) : undefined}
            nodeHistoryId={current.startsWith(RECORD) ? parseIdText(search.nodeHistoryId) : undefined}
            hidesAge={showsAge(current) || PAST_OF_LISTS.some((key) => search[key] !== undefined)}
          >
            {children}
          </UnderClusterNotice>
        )}
      </div>
    </div>
  );
}

/** The pages of all features that have a tab above the pages about a whole cluster. Those of a group share one. */
function useClusterTabs(current: string) {
  const t = useT();
  const pages = useRouter().options.context.features.flatMap(({ routes }) =>
    routes.flatMap((route) => {
      if (isRedirect(route) || !route.clusterTab) return [];
      const { path, menu, clusterTabGroup: group } = route;
      const isCurrent = path === current;
      return { path, label: t(route.clusterTab), isCurrent, group, icon: menu?.icon ?? DEFAULT_ICON };
    }),
  );
  const tabs = pages.flatMap((page) => {
    if (page.group === undefined) return page;
    const ofGroup = pages.filter(({ group }) => group === page.group);
    return ofGroup[0] === page ? { label: t(`monitoring.tabGroups.${page.group}`), pages: ofGroup } : [];
  });
  return { tabs, hasTabs: pages.some(({ isCurrent }) => isCurrent) };
}

/** Object pages with several tabs show metrics, and the age of their data. A tab of another feature, such as the log, does not. */
function showsAge(path: string): boolean {
  const page = pageIn(path);
  if (page === undefined) return false;
  const tabs: readonly string[] = kinds[page.kind].tabs;
  return tabs.length > 1 && tabs.includes(page.tab);
}
