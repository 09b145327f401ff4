import { useCallbackRef } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWholeScreen } from '#core/browser/whole-screen.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useWindowTitle } from '#core/navigation/window-title.ts';
import { useAutoRefresh } from '#core/refresh/auto-refresh.ts';
import { useSession } from '#core/session/session-store.ts';
import { useFollowStream } from '#core/stream/use-follow-stream.ts';
import { useApplyGroups } from '../group-selector/use-apply-groups.ts';
import { Header } from '../header/header.tsx';
import { routeDataOf } from '../route-data.ts';
import classes from './app-shell.module.css';
import { ClusterGate } from './cluster-gate.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Footer } from './footer.tsx';
import { ViewBanner } from './view-banner.tsx';

const CONTENT_ID = 'content';

/** Header, page and footer; a bare route has only the page. */
export function AppShell() {
  const t = useT();
  const route = useMatches({ select: routeDataOf });
  const isWallboard = useSession((state) => state.wallboard !== null);
  const isWhole = useWholeScreen((state) => state.isWhole) || isWallboard;
  const applyGroups = useCallbackRef(useApplyGroups(route));
  const { mark, own } = useWindowTitle();
  const title = `${mark === null ? '' : `(${mark}) `}${own ?? t(route.titleKey)} · ${t('header.product')}`;
  useAutoRefresh(route.refreshes);
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
      </div>
    );
  }
  return (
    <div className={classes.frame}>
      <ViewBanner />
      {!isWhole && (
        <>
          <a className={classes.skip} href={`#${CONTENT_ID}`}>
            {t('header.skip')}
          </a>
          <Header onApplyGroups={applyGroups} />
        </>
      )}
      <ConnectionBanner />
      <main className={isWhole ? classes.whole : classes.main} id={CONTENT_ID} tabIndex={-1}>
        {page}
      </main>
      {!isWhole && <Footer />}
    </div>
  );
}
