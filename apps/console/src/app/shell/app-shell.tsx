import { labelOf, roleKey } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { ErrorState, Panel } from '@gwanje/ui/panel';
import { useCallbackRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { useFullWindow } from '#core/browser/full-window.ts';
import { configQuery } from '#core/config.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { titleKeyOf } from '#core/navigation/feature-manifest.ts';
import { useWindowTitle } from '#core/navigation/window-title.ts';
import { usePageRefresh } from '#core/refresh/page-refresh.ts';
import { isViewing, useSession } from '#core/session/session-store.ts';
import { endViewAs } from '#core/session/view-as.ts';
import { useFollowStream } from '#core/stream/use-follow-stream.ts';
import { NoClusters } from '#entities/dashboard/cluster-states.tsx';
import { useApplyGroups } from '../group-selector/use-apply-groups.ts';
import { retryClusters } from '../guards/session-start.ts';
import { Header } from '../header/header.tsx';
import { type RouteData, routeDataOf } from '../route-data.ts';
import classes from './app-shell.module.css';
import { ConnectionBanner } from './connection-banner.tsx';
import { DemoPastNotice } from './demo-past-notice.tsx';
import { NewBrowserNotice } from './new-browser-notice.tsx';
import { NewerDataButton } from './newer-data-button.tsx';

const CONTENT_ID = 'content';

/** Header, page and footer; some routes have only the page. */
export function AppShell() {
  const t = useT();
  const route = useMatches({ select: routeDataOf });
  const isWallboard = useSession((state) => state.wallboard !== null);
  const isFullWindow = useFullWindow((state) => state.isFullWindow) || isWallboard;
  const applyGroups = useCallbackRef(useApplyGroups(route));
  const { mark, own } = useWindowTitle();
  const title = `${mark === null ? '' : `(${mark}) `}${own ?? t(titleKeyOf(route))} · ${t('header.product')}`;
  usePageRefresh(route.refreshes ?? false);
  useFollowStream();
  useEffect(() => {
    document.title = title;
  }, [title]);

  const page = (
    <ClusterGate route={route}>
      <Outlet />
    </ClusterGate>
  );
  if (route.isBare) {
    return (
      <div className={classes.window}>
        <ViewBanner />
        <ConnectionBanner />
        <main className={classes.bare}>{page}</main>
        <NewerDataButton />
      </div>
    );
  }
  return (
    <div className={classes.frame}>
      <ViewBanner />
      {!isFullWindow && (
        <>
          <a className={classes.skip} href={`#${CONTENT_ID}`}>
            {t('header.skip')}
          </a>
          <Header onApplyGroups={applyGroups} />
        </>
      )}
      <ConnectionBanner />
      {!isFullWindow && <NewBrowserNotice />}
      {!isFullWindow && <DemoPastNotice />}
      <main className={isFullWindow ? classes.whole : classes.main} id={CONTENT_ID} tabIndex={-1}>
        {page}
      </main>
      {!isFullWindow && <Footer />}
      <NewerDataButton />
    </div>
  );
}

/** The copyright line; renders nothing if no text is configured. */
function Footer() {
  const { data: config } = useQuery(configQuery);
  if (!config?.copyright) return null;
  return <footer className={classes.footer}>{config.copyright}</footer>;
}

/** Shown on every page in every window, so that the admin always sees whose view is active. */
function ViewBanner() {
  const { t, language } = useTexts();
  const user = useSession((state) => state.user);
  const isShown = useSession(isViewing);
  const { save: stopViewing, isSaving } = useSave({ save: endViewAs });
  if (!user || !isShown) return null;

  return (
    <section className={classes.viewBanner} aria-label={t('shell.viewing', { name: user.name })}>
      <Icon name="mdi-eye-outline" size={18} />
      <span className={classes.who}>
        <b>{t('shell.viewing', { name: user.name })}</b>
        <span className={classes.id}>
          <bdi>{user.userId}</bdi> · {labelOf(roleKey(user.role, user.isKeyUser), language)}
        </span>
      </span>
      <span className={classes.only}>
        <Icon name="mdi-lock-outline" size={14} />
        {t('shell.viewingOnly')}
      </span>
      <button type="button" className={classes.stop} disabled={isSaving} onClick={() => stopViewing()}>
        <Icon name="mdi-close" size={16} />
        {t('shell.stopViewing')}
      </button>
    </section>
  );
}

/** Replaces the pages of a cluster if there are no clusters or they could not be loaded. */
function ClusterGate({ route, children }: { route: RouteData; children: ReactNode }) {
  const t = useT();
  const router = useRouter();
  const { clusterList, failed, loaded } = useClusters();
  if (!route.needs?.includes('hostId')) return children;

  if (failed) {
    return (
      <>
        <PageHeader title={t(titleKeyOf(route))} />
        <Panel>
          <ErrorState
            title={t('shell.clustersFailedTitle')}
            text={t('shell.clustersFailedText')}
            retryLabel={t('common.retry')}
            onRetry={() => void retryClusters().then(() => router.invalidate())}
          />
        </Panel>
      </>
    );
  }
  if (loaded && clusterList.length === 0) {
    return (
      <>
        <PageHeader title={t(titleKeyOf(route))} />
        <NoClusters />
      </>
    );
  }
  return children;
}
