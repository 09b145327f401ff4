import { Icon } from '@gwanje/ui/icon';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import classes from './widgets.module.css';

interface WidgetTools {
  /** The handle that moves the widget, before the title. */
  readonly handle?: ReactNode;
  /** The menu at the end of the header. */
  readonly menu?: ReactNode;
}

/** The controls that the board adds to each widget's header in edit mode. */
export const WidgetToolsContext = createContext<WidgetTools>({});

/** How far the server's clock is ahead of this browser's; null until it is known. Data carries the server's time. */
export const BoardClock = createContext<number | null>(null);

interface WidgetPanelProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly end?: ReactNode;
  /** The last reload failed, so the shown data is older. */
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

interface AnswerPanelProps<Data> extends Omit<WidgetPanelProps, 'isOld' | 'children'> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
}

/** A widget whose content comes from one query: loading, failed or loaded. */
export function AnswerPanel<Data>({ query, children, ...panel }: AnswerPanelProps<Data>) {
  const t = useT();
  const { data, error } = query;
  return (
    <WidgetPanel {...panel} isOld={error !== null && data !== undefined}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <LoadFailed title={t('customMain.widgetFailed')} query={query} />
      ) : (
        <div className={classes.skeleton} role="status">
          <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
          <Skeleton height="100%" />
        </div>
      )}
    </WidgetPanel>
  );
}
