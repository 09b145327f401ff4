import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { EmptyState, ErrorState } from '@gwanje/ui/panel';
import { CatchBoundary } from '@tanstack/react-router';
import { useMemo } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { type Texts, useT, useTexts } from '#core/i18n/i18n.ts';
import type { Settings, Widget } from '../model/boards.ts';
import { ClusterList, chosenOf } from './chosen-clusters.ts';
import { widgetKindOf } from './registry.ts';
import type { WidgetKind } from './widget-kind.tsx';
import { WidgetPanel } from './widget-panel.tsx';

export function titleOf({ kind, title, settings }: Widget, texts: Texts): string {
  if (title !== '') return title;
  return widgetKindOf(kind)?.title(settings, texts) ?? texts.t('customMain.unknownKind');
}

interface WidgetHostProps {
  readonly widget: Widget;
  readonly clusters: readonly ClusterName[];
}

/** Renders a widget. An error in it affects neither other widgets nor the page. */
export function WidgetHost({ widget, clusters }: WidgetHostProps) {
  const { t, language } = useTexts();
  const kind = widgetKindOf(widget.kind);
  const title = titleOf(widget, { t, language });
  const settingsKey = JSON.stringify(widget.settings);
  if (!kind)
    return (
      <WidgetPanel title={title}>
        <EmptyState
          icon="mdi-help-rhombus-outline"
          title={t('customMain.unknownKind')}
          text={t('customMain.unknownKindText')}
        />
      </WidgetPanel>
    );
  return (
    <CatchBoundary
      key={settingsKey}
      getResetKey={() => settingsKey}
      onCatch={(error) => logWarning('a widget could not be drawn', error)}
      errorComponent={({ reset }) => (
        <WidgetPanel title={title}>
          <ErrorState
            title={t('customMain.widgetBroke')}
            text={t('customMain.widgetBrokeText')}
            retryLabel={t('common.retry')}
            onRetry={reset}
          />
        </WidgetPanel>
      )}
    >
      <WidgetView kind={kind} settings={widget.settings} title={title} clusters={clusters} />
    </CatchBoundary>
  );
}

interface WidgetViewProps extends Pick<WidgetHostProps, 'clusters'> {
  readonly kind: WidgetKind;
  readonly settings: Settings;
  readonly title: string;
}

function WidgetView({ kind, settings, title, clusters }: WidgetViewProps) {
  const t = useT();
  const render = useMemo(() => kind.rendererOf(settings), [kind, settings]);
  const chosen = useMemo(
    () => chosenOf(ClusterList.parse(settings.clusterList), clusters),
    [settings.clusterList, clusters],
  );
  // All clusters of the widget are deleted or outside the selected groups.
  return chosen.isNoneVisible ? (
    <WidgetPanel title={title}>
      <EmptyState
        icon="mdi-kubernetes"
        title={t('customMain.clustersGone')}
        text={t('customMain.clustersGoneText')}
      />
    </WidgetPanel>
  ) : (
    render({ chosen, title })
  );
}
