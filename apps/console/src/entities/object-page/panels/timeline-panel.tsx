import { formatInstant } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState, Panel, SkeletonLines } from '@gwanje/ui/panel';
import { PageLink } from '#components/links/page-link.tsx';
import { EventLevelChip } from '#components/list/columns/event-level-chip.tsx';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import classes from './panels.module.css';
import type { TimelineEntry } from './timeline.ts';

interface TimelinePanelProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly list: readonly TimelineEntry[];
  readonly isLoading: boolean;
  readonly error?: Error | null;
  readonly onRetry?: () => void;
}

/** Events and changes, newest first. After an error the entries that are known stay. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { title, note, list, isLoading, error = null, onRetry } = props;
  const t = useT();
  return (
    <Panel title={title} note={note}>
      {error && onRetry && (
        <LoadFailed title={t('monitoring.eventsFailed')} query={{ error, refetch: onRetry }} />
      )}
      {list.length === 0 ? (
        isLoading ? (
          <SkeletonLines label={t('shell.loading')} />
        ) : (
          !error && <EmptyState icon="mdi-timeline-clock-outline" title={t('monitoring.timeline.none')} />
        )
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the list by keyboard
        <ol className={classes.timeline} aria-label={title} tabIndex={0}>
          {list.map(({ key, atMs, level, head, text, count, href }) => (
            <li key={key} className={classes.timelineEntry} data-level={level}>
              <time className={classes.when} dateTime={new Date(atMs).toISOString()}>
                {formatInstant(atMs)}
              </time>
              <span className={classes.rail} data-level={level} aria-hidden="true" />
              <span>
                {href !== undefined ? (
                  <Chip colour="accent" icon="mdi-file-document-outline" label={head} />
                ) : level === 'change' ? (
                  <Chip colour="accent" icon="mdi-swap-horizontal" label={t('monitoring.timeline.change')} />
                ) : (
                  <EventLevelChip level={level} />
                )}
              </span>
              <span className={classes.what}>
                {level !== 'change' && <bdi className={classes.reason}>{head}</bdi>}
                <PageLink href={href ?? null} text={text} />
                {count > 1 && <span className={classes.times}>×{count}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
