import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { EmptyState, ErrorState } from '@gwanje/ui/states';
import { Component, type ReactNode } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import type { Words } from '#entities/dashboard/model/words.ts';
import type { Widget } from '../model/boards.ts';
import { widgetKindOf } from './registry.ts';
import { WidgetPanel } from './widget-panel.tsx';

export function titleOf({ kind, title, settings }: Widget, words: Words): string {
  if (title !== '') return title;
  return widgetKindOf(kind)?.title(settings, words) ?? words.t('customMain.unknownKind');
}

interface WidgetHostProps {
  readonly widget: Widget;
  readonly clusters: readonly ClusterName[];
}

/** Renders a widget. An error in it affects neither other widgets nor the page. */
export function WidgetHost({ widget, clusters }: WidgetHostProps) {
  const t = useT();
  const language = useLanguage();
  const kind = widgetKindOf(widget.kind);
  const title = titleOf(widget, { t, language });
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
  const { View } = kind;
  return (
    <Boundary
      key={JSON.stringify(widget.settings)}
      fallback={(retry) => (
        <WidgetPanel title={title}>
          <ErrorState
            title={t('customMain.widgetBroke')}
            text={t('customMain.widgetBrokeText')}
            retryLabel={t('common.retry')}
            onRetry={retry}
          />
        </WidgetPanel>
      )}
    >
      <View settings={widget.settings} title={title} clusters={clusters} />
    </Boundary>
  );
}

interface BoundaryProps {
  readonly fallback: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logWarning('a widget could not be drawn', error);
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.fallback(() => this.setState({ hasFailed: false }))
      : this.props.children;
  }
}
