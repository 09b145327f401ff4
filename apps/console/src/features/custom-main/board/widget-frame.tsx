import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { useTexts } from '#core/i18n/i18n.ts';
import type { Grips } from '../grid/board-grid.tsx';
import type { Widget } from '../model/boards.ts';
import { titleOf, WidgetHost } from '../widgets/widget-host.tsx';
import { WidgetToolsContext } from '../widgets/widget-panel.tsx';
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
