import { Panel } from '@gwanje/ui/panel';
import { SkeletonPage } from '@gwanje/ui/skeletons';
import { ErrorState } from '@gwanje/ui/states';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { useT } from '#core/i18n/i18n.ts';
import { ChunkLoadError, reloadForChunk } from '#core/navigation/chunk-reload.ts';
import { reloadPage } from '#core/navigation/navigation.ts';
import { ConnectionBanner } from '../shell/connection-banner.tsx';
import classes from './pages.module.css';

export function PagePending() {
  const t = useT();
  return <SkeletonPage label={t('shell.loading')} />;
}

/** Until the first page is known: the ground of the header, and nothing that could turn out wrong. */
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

/** Stands where the page would be; header and navigation go on working. */
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

/** The server could not say whether anyone is logged in: there is no header to show yet. */
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

/** A part of the page that cannot be had any more is had by a full load of the address. */
function useChunkReload(isChunk: boolean): boolean {
  const [isReloading, setIsReloading] = useState(isChunk);
  useEffect(() => {
    if (!isChunk) return;
    const { pathname, search, hash } = window.location;
    setIsReloading(reloadForChunk(`${pathname}${search}${hash}`, Date.now(), reloadPage));
  }, [isChunk]);
  return isReloading;
}
