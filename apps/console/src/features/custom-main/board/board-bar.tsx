import { Icon } from '@gwanje/ui/icon';
import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { type Board, type BoardBook, MOST_BOARDS, MOST_WIDGETS } from '../model/boards.ts';
import { type WidgetKindName, widgetKindNames, widgetKinds } from '../widgets/registry.ts';
import classes from './board.module.css';

/** The actions that the bar offers for the shown board. */
export interface BoardActs {
  readonly onNew: () => void;
  readonly onRename: () => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
  readonly onOrder: (step: -1 | 1) => void;
  readonly onAdd: (kind: WidgetKindName) => void;
  readonly onCloseGaps: () => void;
  readonly onEdit: (isEditing: boolean) => void;
  readonly onWallboard: () => void;
}

interface BoardBarProps extends BoardActs {
  readonly book: BoardBook;
  readonly board: Board;
  readonly isEditing: boolean;
  readonly isReadOnly: boolean;
  /** The age of the data, and the state of saving. */
  readonly status: ReactNode;
}

export function BoardBar(props: BoardBarProps) {
  const { book, board, isEditing, isReadOnly, status } = props;
  const t = useT();
  return (
    <div className={classes.bar}>
      <nav className={classes.tabs} aria-label={t('customMain.boards')}>
        {book.boards.map(({ id, name }) => (
          <Link
            key={id}
            to="/custom-main"
            search={{ board: id }}
            resetScroll={false}
            className={classes.tab}
            data-current={id === board.id || undefined}
            aria-current={id === board.id ? 'page' : undefined}
            // The shown board decides which link is active, not the address alone.
            activeProps={{}}
            title={name}
          >
            <bdi>{name}</bdi>
          </Link>
        ))}
        {!isReadOnly && (
          <button
            type="button"
            className={classes.newTab}
            onClick={props.onNew}
            disabled={book.boards.length >= MOST_BOARDS}
            aria-label={t('customMain.newBoard')}
            title={t('customMain.newBoard')}
          >
            <Icon name="mdi-plus" />
          </button>
        )}
      </nav>
      <div className={classes.barEnd}>
        {status}
        {isEditing && (
          <>
            <AddMenu isFull={board.widgets.length >= MOST_WIDGETS} onAdd={props.onAdd} />
            <Button variant="default" onClick={props.onCloseGaps}>
              {t('customMain.closeGaps')}
            </Button>
          </>
        )}
        {!isReadOnly && (
          <Button
            variant={isEditing ? 'filled' : 'default'}
            leftSection={<Icon name={isEditing ? 'mdi-check' : 'mdi-pencil-outline'} />}
            aria-pressed={isEditing}
            onClick={() => props.onEdit(!isEditing)}
          >
            {t(isEditing ? 'customMain.editDone' : 'customMain.edit')}
          </Button>
        )}
        <Button variant="default" leftSection={<Icon name="mdi-fullscreen" />} onClick={props.onWallboard}>
          {t('customMain.wallboard')}
        </Button>
        {!isReadOnly && <BoardMenu {...props} />}
      </div>
    </div>
  );
}

function AddMenu({ isFull, onAdd }: { isFull: boolean; onAdd: BoardActs['onAdd'] }) {
  const t = useT();
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="mdi-plus" />} disabled={isFull}>
          {t('customMain.addWidget')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {widgetKindNames.map((name) => {
          const { nameKey, aboutKey, icon } = widgetKinds[name];
          return (
            <Menu.Item
              key={name}
              leftSection={<Icon name={icon} size={20} className={classes.kindIcon} />}
              onClick={() => onAdd(name)}
            >
              <span className={classes.kindName}>{t(nameKey)}</span>
              <span className={classes.kindAbout}>{t(aboutKey)}</span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function BoardMenu(props: BoardBarProps) {
  const { book, board } = props;
  const t = useT();
  const index = book.boards.indexOf(board);
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
        <Menu.Item
          leftSection={<Icon name="mdi-plus" />}
          disabled={book.boards.length >= MOST_BOARDS}
          onClick={props.onNew}
        >
          {t('customMain.newBoard')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="mdi-pencil-outline" />} onClick={props.onRename}>
          {t('customMain.renameBoard')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="mdi-content-copy" />}
          disabled={book.boards.length >= MOST_BOARDS}
          onClick={props.onCopy}
        >
          {t('customMain.copyBoard')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="mdi-arrow-left" />}
          disabled={index <= 0}
          onClick={() => props.onOrder(-1)}
        >
          {t('customMain.boardBefore')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="mdi-arrow-right" />}
          disabled={index >= book.boards.length - 1}
          onClick={() => props.onOrder(1)}
        >
          {t('customMain.boardAfter')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="mdi-delete-outline" />}
          color="red"
          disabled={book.boards.length <= 1}
          onClick={props.onDelete}
        >
          {t('customMain.deleteBoard')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
