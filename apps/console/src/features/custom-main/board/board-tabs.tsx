import { Icon } from '@gwanje/ui/icon';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { type BoardSet, MAX_BOARDS } from '../model/boards.ts';
import classes from './board.module.css';

/** In the address instead of a board's id: the dashboard with search conditions. */
export const CONDITIONS_BOARD = 'conditions';

interface BoardTabsProps {
  readonly boardSet: BoardSet;
  readonly shownId: string;
  /** Absent: the user may not create boards here. */
  readonly onNew?: () => void;
}

export function BoardTabs({ boardSet: { boards }, shownId, onNew }: BoardTabsProps) {
  const t = useT();
  return (
    <nav className={classes.tabs} aria-label={t('customMain.boards')}>
      <BoardTab id={CONDITIONS_BOARD} shownId={shownId} name={t('customMain.conditions')}>
        <Icon name="mdi-tune-variant" size={15} />
      </BoardTab>
      {boards.map(({ id, name }) => (
        <BoardTab key={id} id={id} shownId={shownId} name={name} />
      ))}
      {onNew && (
        <button
          type="button"
          className={classes.newTab}
          onClick={onNew}
          disabled={boards.length >= MAX_BOARDS}
          aria-label={t('customMain.newBoard')}
          title={t('customMain.newBoard')}
        >
          <Icon name="mdi-plus" />
        </button>
      )}
    </nav>
  );
}

interface BoardTabProps {
  readonly id: string;
  readonly shownId: string;
  readonly name: string;
  /** An icon before the name. */
  readonly children?: ReactNode;
}

function BoardTab({ id, shownId, name, children }: BoardTabProps) {
  const isShown = id === shownId;
  return (
    <Link
      to="/custom-main"
      search={{ board: id }}
      resetScroll={false}
      className={classes.tab}
      data-current={isShown || undefined}
      aria-current={isShown ? 'page' : undefined}
      // The shown board decides which link is active: the address may name no board.
      activeProps={{}}
      title={name}
    >
      {children} <bdi>{name}</bdi>
    </Link>
  );
}
