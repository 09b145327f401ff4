import { Panel } from '@gwanje/ui/panel';
import { SkeletonPage } from '@gwanje/ui/skeletons';
import { EmptyState, ErrorState } from '@gwanje/ui/states';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { useT } from '#core/i18n/i18n.ts';
import { ChunkLoadError, reloadForChunk } from '#core/navigation/chunk-reload.ts';
import { reloadPage } from '#core/navigation/navigation.ts';
import { ConnectionBanner } from '../shell/connection-banner.tsx';
import classes from './pages.module.css';
import { WaysOut } from './ways-out.tsx';

export function PagePending() {
  const t = useT();
  return <SkeletonPage label={t('shell.loading')} />;
}

/** Shown until the first page loads: the background of the header. */
export function StartPending() {
  return (
    <>
      <div className={classes.bar} />
      <ConnectionBanner />
      <div className={classes.start}>
        <PagePending />
      </div>
    </>
  );
}

/** Replaces a page that failed; header and navigation still work. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  const isChunk = error instanceof ChunkLoadError;
  const isReloading = useChunkReload(isChunk);

  useEffect(() => logWarning('a page failed', error), [error]);

  if (isReloading) return <PagePending />;
  return (
    <Panel>
      <ErrorState
        title={t('shell.pageFailedTitle')}
        text={t(isChunk ? 'shell.chunkFailedText' : 'shell.pageFailedText')}
        retryLabel={t('common.retry')}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Panel>
  );
}

/** The login check failed, so there is no header yet. */
export function StartFailed({ error }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  useEffect(() => logWarning('the console could not start', error), [error]);
  return (
    <main className={classes.alone}>
      <ErrorState
        title={t('shell.startFailedTitle')}
        text={t('shell.startFailedText')}
        retryLabel={t('common.retry')}
        onRetry={() => void router.invalidate()}
      />
    </main>
  );
}

/** A module of an older console cannot be loaded any more; a reload fetches the new console. */
function useChunkReload(isChunk: boolean): boolean {
  const [isReloading, setIsReloading] = useState(isChunk);
  useEffect(() => {
    if (!isChunk) return;
    const { pathname, search, hash } = window.location;
    setIsReloading(reloadForChunk(`${pathname}${search}${hash}`, Date.now(), reloadPage));
  }, [isChunk]);
  return isReloading;
}

/** Shown for unknown paths. */
export function ErrorPage() {
  const t = useT();
  return (
    <div className={classes.sheet}>
      <EmptyState
        isPage
        icon="mdi-map-marker-question-outline"
        title={t('routes.error')}
        text={t('shell.notFoundText')}
        actions={<WaysOut />}
      />
    </div>
  );
}

/** The invalid request page. */
export function MaintenancePage() {
  const t = useT();
  return (
    <div className={classes.sheet}>
      <EmptyState
        isPage
        icon="mdi-alert-octagon-outline"
        title={t('routes.maintenance')}
        text={t('shell.maintenanceText')}
        actions={<WaysOut />}
      />
    </div>
  );
}
