import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { DashboardTabs } from '#entities/dashboard/dashboard-tabs.tsx';
import {
  type Board,
  type BoardSet,
  MAX_BOARDS,
  MAX_WIDGETS,
  reordered,
  withWidgets,
} from '../model/boards.ts';
import type { BoardsEditor, EditorState } from '../model/boards-editor.ts';
import { compacted } from '../model/layout.ts';
import { widgetKinds } from '../widgets/registry.ts';
import type { WidgetKind } from '../widgets/widget-kind.tsx';
import classes from './board.module.css';
import { BoardTabs } from './board-tabs.tsx';

interface BoardBarProps {
  readonly editor: BoardsEditor;
  readonly boardSet: BoardSet;
  readonly board: Board;
  readonly isEditing: boolean;
  readonly isReadOnly: boolean;
  /** The age of the data, and the state of saving. */
  readonly status: ReactNode;
  /** Null: a new board. */
  readonly onName: (board: Board | null) => void;
  readonly onAdd: (kind: WidgetKind) => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
  readonly onEdit: (isEditing: boolean) => void;
  readonly onWallboard: () => void;
}

export function BoardBar(props: BoardBarProps) {
  const { editor, boardSet, board, isEditing, isReadOnly, status } = props;
  const t = useT();
  return (
    <div className={classes.bar}>
      <DashboardTabs current="/custom-main" />
      <BoardTabs
        boardSet={boardSet}
        shownId={board.id}
        {...(!isReadOnly && { onNew: () => props.onName(null) })}
      />
      <div className={classes.barEnd}>
        {status}
        {isEditing && (
          <>
            <AddMenu isFull={board.widgets.length >= MAX_WIDGETS} onAdd={props.onAdd} />
            <TextButton onClick={() => editor.change((current) => withWidgets(current, board.id, compacted))}>
              {t('customMain.closeGaps')}
            </TextButton>
          </>
        )}
        {!isReadOnly && (
          <TextButton
            icon={isEditing ? 'mdi-check' : 'mdi-pencil-outline'}
            variant={isEditing ? 'filled' : 'default'}
            aria-pressed={isEditing}
            onClick={() => props.onEdit(!isEditing)}
          >
            {t(isEditing ? 'customMain.editDone' : 'customMain.edit')}
          </TextButton>
        )}
        <TextButton icon="mdi-fullscreen" onClick={props.onWallboard}>
          {t('customMain.wallboard')}
        </TextButton>
        {!isReadOnly && <BoardMenu {...props} />}
      </div>
    </div>
  );
}

function AddMenu({ isFull, onAdd }: { isFull: boolean } & Pick<BoardBarProps, 'onAdd'>) {
  const t = useT();
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <TextButton icon="mdi-plus" disabled={isFull}>
          {t('customMain.addWidget')}
        </TextButton>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.values(widgetKinds).map((kind) => (
          <Menu.Item
            key={kind.name}
            leftSection={<Icon name={kind.icon} size={20} className={classes.kindIcon} />}
            onClick={() => onAdd(kind)}
          >
            <span className={classes.kindName}>{t(`customMain.${kind.name}`)}</span>
            <span className={classes.kindAbout}>{t(`customMain.${kind.name}About`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function BoardMenu(props: BoardBarProps) {
  const { editor, boardSet, board } = props;
  const t = useT();
  const move = (step: -1 | 1) => editor.change((current) => reordered(current, board.id, step));
  const index = boardSet.boards.indexOf(board);
  const isFull = boardSet.boards.length >= MAX_BOARDS;
  const items = [
    ['mdi-plus', 'newBoard', isFull, () => props.onName(null)],
    ['mdi-pencil-outline', 'renameBoard', false, () => props.onName(board)],
    ['mdi-content-copy', 'copyBoard', isFull, props.onCopy],
    ['mdi-arrow-left', 'boardBefore', index <= 0, () => move(-1)],
    ['mdi-arrow-right', 'boardAfter', index >= boardSet.boards.length - 1, () => move(1)],
  ] as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={classes.iconButton}
          aria-label={t('customMain.boardMenu', { name: board.name })}
          title={t('customMain.boardMenuShort')}
        >
          <Icon name="mdi-dots-vertical" size={18} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(([icon, name, isOff, onClick]) => (
          <Menu.Item key={icon} leftSection={<Icon name={icon} />} disabled={isOff} onClick={onClick}>
            {t(`customMain.${name}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="mdi-delete-outline" />}
          color="red"
          disabled={boardSet.boards.length <= 1}
          onClick={props.onDelete}
        >
          {t('customMain.deleteBoard')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The state of saving; empty while everything is saved. */
export function BoardStatus({ saving, onRetry }: { saving: EditorState['saving']; onRetry: () => void }) {
  const t = useT();
  return (
    <span role="status">
      {(saving === 'waiting' || saving === 'sending') && (
        <span className={classes.saving}>{t('customMain.saving')}</span>
      )}
      {saving === 'failed' && (
        <span className={`${classes.saving} ${classes.failed}`}>
          <Icon name="mdi-alert-circle-outline" size={14} />
          {t('customMain.notSaved')}
          <button type="button" className={classes.textButton} onClick={onRetry}>
            {t('common.retry')}
          </button>
        </span>
      )}
    </span>
  );
}
