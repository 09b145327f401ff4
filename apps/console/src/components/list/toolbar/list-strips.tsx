import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { EmptyState } from '@gwanje/ui/panel';
import type { ReactNode } from 'react';
import { ApiFailure } from '#core/api/api-failure.ts';
import { useHasNoClusters, useNoClusters } from '#core/groups/use-no-clusters.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';
import { isNarrowed } from '../state/list-address.ts';
import type { ListControls } from '../state/use-list-controls.ts';

/** A strip above the rows of a past instant. */
export function AsOfStrip<Row>({ controls: { choice, change } }: { readonly controls: ListControls<Row> }) {
  const t = useT();
  if (choice.at === null) return null;
  return (
    <Strip tone="accent" icon="mdi-history">
      <span>{t('objectList.asOf.shown', { time: formatTimestamp(choice.at) })}</span>
      <TextButton onClick={() => change({ at: null })}>{t('objectList.asOf.backToNow')}</TextButton>
    </Strip>
  );
}

interface ListStripsProps {
  /** The last refresh failed; older rows are shown. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** The formatted age, if all rows are stale. */
  readonly staleAge: string | null;
  readonly isTruncated: boolean;
}

/** Below the rows, so that they do not move when a strip appears. */
export function ListStrips({ error, onRetry, staleAge, isTruncated }: ListStripsProps) {
  const t = useT();
  return (
    <div className={classes.below}>
      {error && (
        <Strip tone="critical" icon="mdi-alert-circle" role="alert">
          <span>
            {t('objectList.failedKept')} {error instanceof ApiFailure ? error.message : ''}
          </span>
          <TextButton onClick={onRetry}>{t('common.retry')}</TextButton>
        </Strip>
      )}
      {staleAge !== null && (
        <Strip tone="stale" icon="mdi-timer-sand" role="status">
          <span>{t('objectList.stale', { age: staleAge })}</span>
        </Strip>
      )}
      {isTruncated && (
        <Strip tone="warning" icon="mdi-alert">
          <span>{t('objectList.truncated')}</span>
        </Strip>
      )}
    </div>
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

interface ListEmptyProps<Row> {
  readonly controls: ListControls<Row>;
  /** Replaces the text that no data was collected. */
  readonly nothing: ReactNode;
}

/** Explains why the list is empty: the filters, the past instant, or no data yet. */
export function ListEmpty<Row>({ controls, nothing }: ListEmptyProps<Row>) {
  const { declaration, choice, change } = controls;
  const t = useT();
  const hasNoClusters = useHasNoClusters();
  const { title, text } = useNoClusters();
  // An empty list of settings does not mean that there are no clusters.
  if (hasNoClusters && !declaration.isSettings)
    return <EmptyState icon="mdi-kubernetes" title={title} text={text} />;
  const isFiltered = isNarrowed(choice);
  if (isFiltered || choice.at !== null)
    return (
      <EmptyState
        icon={isFiltered ? 'mdi-filter-off-outline' : 'mdi-history'}
        title={t(isFiltered ? 'objectList.empty.filtered' : 'objectList.empty.past')}
        text={t(isFiltered ? 'objectList.empty.filteredText' : 'objectList.empty.pastText')}
        actions={
          <TextButton onClick={() => change(isFiltered ? { filter: {} } : { at: null })}>
            {t(isFiltered ? 'objectList.filter.clearAll' : 'objectList.asOf.backToNow')}
          </TextButton>
        }
      />
    );
  if (nothing) return nothing;
  return (
    <EmptyState
      icon="mdi-database-clock-outline"
      title={t('objectList.empty.nothing')}
      text={t('objectList.empty.nothingText')}
    />
  );
}
