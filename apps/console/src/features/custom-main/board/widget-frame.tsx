import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, ErrorState } from '@gwanje/ui/panel';
import { Menu } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { useMemo } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { type Texts, useT, useTexts } from '#core/i18n/i18n.ts';
import type { Grips } from '../grid/board-grid.tsx';
import type { Settings, Widget } from '../model/boards.ts';
import { ClusterList, chosenOf } from '../widgets/chosen-clusters.ts';
import { widgetKindOf } from '../widgets/registry.ts';
import type { WidgetKind } from '../widgets/widget-kind.tsx';
import { WidgetPanel, WidgetToolsContext } from '../widgets/widget-panel.tsx';
import classes from './board.module.css';

interface WidgetFrameProps {
  readonly widget: Widget;
  readonly clusters: readonly ClusterName[];
  readonly isEditing: boolean;
  readonly grips: Grips;
  /** The id of the element that explains the keys. */
  readonly helpId: string;
  readonly onSettings: (() => void) | undefined;
  readonly onCopy: (() => void) | undefined;
  readonly onDelete: () => void;
}

const noTools = {};

/** A widget on its board. In edit mode it has handles and a menu to move, resize, change and delete it. */
export function WidgetFrame(props: WidgetFrameProps) {
  const { widget, clusters, isEditing, grips, helpId } = props;
  const { t, language } = useTexts();
  const title = titleOf(widget, { t, language });
  const tools = {
    handle: (
      <button
        type="button"
        className={classes.handle}
        aria-label={t('customMain.moveWidget', { title })}
        aria-describedby={helpId}
        title={t('customMain.moveHint')}
        {...grips.move}
      >
        <Icon name="mdi-drag" size={18} />
      </button>
    ),
    menu: (
      <Menu position="bottom-end">
        <Menu.Target>
          <button
            type="button"
            className={classes.iconButton}
            aria-label={t('customMain.widgetMenu', { title })}
          >
            <Icon name="mdi-dots-vertical" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {props.onSettings && (
            <Menu.Item leftSection={<Icon name="mdi-cog-outline" />} onClick={props.onSettings}>
              {t('common.settings')}
            </Menu.Item>
          )}
          {props.onCopy && (
            <Menu.Item leftSection={<Icon name="mdi-content-copy" />} onClick={props.onCopy}>
              {t('customMain.copy')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="mdi-delete-outline" />} color="red" onClick={props.onDelete}>
            {t('common.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  };
  return (
    <>
      {/* The provider is always there, so that React keeps the widget when editing begins. */}
      <WidgetToolsContext value={isEditing ? tools : noTools}>
        <WidgetHost widget={widget} clusters={clusters} />
      </WidgetToolsContext>
      {/* The keyboard changes the size at the other handle. */}
      {isEditing && <div className={classes.corner} aria-hidden="true" data-grip="size" {...grips.size} />}
    </>
  );
}

export function titleOf({ kind, title, settings }: Widget, texts: Texts): string {
  if (title !== '') return title;
  return widgetKindOf(kind)?.title(settings, texts) ?? texts.t('customMain.unknownKind');
}

/** Renders a widget. An error in it affects neither other widgets nor the page. */
function WidgetHost({ widget, clusters }: Pick<WidgetFrameProps, 'widget' | 'clusters'>) {
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

interface WidgetViewProps extends Pick<WidgetFrameProps, 'clusters'> {
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
