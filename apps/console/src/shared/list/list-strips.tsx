import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiFailure } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/i18n.ts';
import classes from './object-list.module.css';

interface ListStripsProps {
  /** The last attempt failed, older rows are shown. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** In words, where all there is to see is old. */
  readonly staleAge: string | null;
  readonly isTruncated: boolean;
  readonly at: string | null;
  readonly onBackToNow: () => void;
}

/** What must be known about the rows below: that they are old, of the past, or not all. */
export function ListStrips({ error, onRetry, staleAge, isTruncated, at, onBackToNow }: ListStripsProps) {
  const t = useT();
  return (
    <>
      {error && (
        <Strip tone="critical" icon="mdi-alert-circle" role="alert">
          <span>
            {t('objectList.failedKept')} {error instanceof ApiFailure ? error.message : ''}
          </span>
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </Strip>
      )}
      {at !== null && (
        <Strip tone="accent" icon="mdi-history">
          <span>{t('objectList.asOf.shown', { time: formatTimestamp(at) })}</span>
          <Button variant="default" onClick={onBackToNow}>
            {t('objectList.asOf.backToNow')}
          </Button>
        </Strip>
      )}
      {staleAge !== null && at === null && (
        <Strip tone="stale" icon="mdi-timer-sand" role="status">
          <span>{t('objectList.stale', { age: staleAge })}</span>
        </Strip>
      )}
      {isTruncated && (
        <Strip tone="warning" icon="mdi-alert">
          <span>{t('objectList.truncated')}</span>
        </Strip>
      )}
    </>
  );
}

interface StripProps {
  readonly tone: 'critical' | 'warning' | 'stale' | 'accent';
  readonly icon: IconName;
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}

function Strip({ tone, icon, role, children }: StripProps) {
  return (
    <div className={`${classes.strip} ${classes[tone]}`} role={role}>
      <Icon name={icon} />
      {children}
    </div>
  );
}
