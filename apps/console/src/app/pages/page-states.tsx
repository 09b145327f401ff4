import { TextButton } from '@gwanje/ui/buttons';
import type { IconName } from '@gwanje/ui/icon';
import { EmptyState, ErrorState, Panel, SkeletonPage } from '@gwanje/ui/panel';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { ChunkLoadError, reloadForChunk } from '#core/navigation/chunk-reload.ts';
import { reloadPage } from '#core/navigation/navigation.ts';
import { useSession } from '#core/session/session-store.ts';
import { ConnectionBanner } from '../shell/connection-banner.tsx';
import classes from './pages.module.css';

export function PagePending() {
  const t = useT();
  return <SkeletonPage label={t('shell.loading')} />;
}

/** Shown until the first page loads: the background of the header, or why the start takes long. */
export function StartPending() {
  const t = useT();
  const isFailing = useSession((state) => state.startFailing);
  if (isFailing)
    return (
      <main className={classes.alone} role="alert">
        <EmptyState
          isPage
          icon="mdi-lan-disconnect"
          title={t('shell.startFailedTitle')}
          text={t('shell.startFailedText')}
        />
      </main>
    );
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

/** The console could not start, so there is no header. A failed login check does not lead here: it is repeated. */
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

interface MessagePageProps {
  readonly icon: IconName;
  readonly titleKey: PlainKey;
  readonly textKey: PlainKey;
}

/** A page with an error text and links to other pages. */
function MessagePage({ icon, titleKey, textKey }: MessagePageProps) {
  const t = useT();
  const router = useRouter();
  const actions = (
    <>
      {router.history.canGoBack() && (
        <TextButton icon="mdi-arrow-left" onClick={() => router.history.back()}>
          {t('shell.back')}
        </TextButton>
      )}
      <TextButton
        icon="mdi-view-dashboard-outline"
        variant="filled"
        onClick={() => void router.navigate({ to: '/main', search: {} })}
      >
        {t('shell.toDashboard')}
      </TextButton>
    </>
  );
  return (
    <div className={classes.sheet}>
      <EmptyState isPage icon={icon} title={t(titleKey)} text={t(textKey)} actions={actions} />
    </div>
  );
}

/** Shown for unknown paths. */
export function ErrorPage() {
  return (
    <MessagePage
      icon="mdi-map-marker-question-outline"
      titleKey="routes.error"
      textKey="shell.notFoundText"
    />
  );
}

/** The invalid request page. */
export function MaintenancePage() {
  return (
    <MessagePage
      icon="mdi-alert-octagon-outline"
      titleKey="routes.maintenance"
      textKey="shell.maintenanceText"
    />
  );
}
