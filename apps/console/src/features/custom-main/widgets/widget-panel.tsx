import { Icon } from '@gwanje/ui/icon';
import { EmptyState } from '@gwanje/ui/states';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import type { Chosen } from './chosen-clusters.ts';
import classes from './widgets.module.css';

interface WidgetTools {
  /** The handle that moves the widget, before the title. */
  readonly handle?: ReactNode;
  /** The menu at the end of the header. */
  readonly menu?: ReactNode;
}

/** The controls that the board adds to each widget's header in edit mode. */
export const WidgetToolsContext = createContext<WidgetTools>({});

interface WidgetPanelProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly end?: ReactNode;
  /** The shown answer is old: the reload failed. */
  readonly isOld?: boolean;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export function WidgetPanel({ title, note, end, isOld = false, isBusy = false, children }: WidgetPanelProps) {
  const t = useT();
  const { handle, menu } = useContext(WidgetToolsContext);
  return (
    <section className={classes.panel} aria-label={title} aria-busy={isBusy}>
      <header className={classes.head}>
        {handle}
        <h2 className={classes.title} title={title}>
          <bdi>{title}</bdi>
        </h2>
        {note && (
          <span className={classes.note} title={note}>
            {note}
          </span>
        )}
        <div className={classes.end}>
          {isOld && (
            <span className={classes.old} title={t('dashboard.refreshFailed')}>
              <Icon name="mdi-cloud-alert-outline" size={15} label={t('dashboard.refreshFailed')} />
            </span>
          )}
          {end}
          {menu}
        </div>
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

interface AnswerProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
}

/** Shows a loading, failed or complete answer inside the widget. */
export function Answer<Data>({ query, children }: AnswerProps<Data>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <LoadFailed title={t('customMain.widgetFailed')} query={query} />;
  return (
    <div className={classes.skeleton} role="status">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      <Skeleton height="100%" />
    </div>
  );
}

interface OfChosenProps {
  readonly chosen: Chosen;
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows a message if all clusters of the widget are deleted or outside the selected groups. */
export function OfChosen({ chosen, title, children }: OfChosenProps) {
  const t = useT();
  if (!chosen.isGone) return children;
  return (
    <WidgetPanel title={title}>
      <EmptyState
        icon="mdi-kubernetes"
        title={t('customMain.clustersGone')}
        text={t('customMain.clustersGoneText')}
      />
    </WidgetPanel>
  );
}
