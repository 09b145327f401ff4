import { formatInstant } from '@gwanje/domain/formats/time';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNow } from '#core/browser/use-now.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { type Board, type BoardSet, nextBoardId, rotateChoices } from '../model/boards.ts';
import type { BoardsEditor } from '../model/boards-editor.ts';
import { enterFullscreen, useWallboard } from './use-wallboard.ts';
import classes from './wallboard.module.css';

const TICK_MS = 1000;

interface WallboardProps {
  readonly editor: BoardsEditor;
  readonly boardSet: BoardSet;
  readonly board: Board;
  readonly isReadOnly: boolean;
  readonly age: ReactNode;
  readonly onShow: (boardId: string) => void;
  /** Null: a wallboard opened by a link has no other page. */
  readonly onLeave: (() => void) | null;
  readonly children: ReactNode;
}

/**
 * The boards in turn, without the page around them. The bar has the name of the board, the age of its data and
 * the time. The controls show only while a user is present, and the boards do not turn then.
 */
export function Wallboard(props: WallboardProps) {
  const { editor, boardSet, board, isReadOnly, age, onShow, onLeave, children } = props;
  const { boards, rotateSeconds } = boardSet;
  const t = useT();
  const [isPaused, setIsPaused] = useState(false);
  const step = (by: -1 | 1) => onShow(nextBoardId(boardSet, board.id, by));
  const pause = () => setIsPaused(!isPaused);
  const isAttended = useWallboard({ onLeave: () => onLeave?.(), onStep: step, onPause: pause });
  const hasMany = boards.length > 1;
  const isTurning = hasMany && !isAttended && !isPaused && rotateSeconds > 0;
  const turn = useEffectEvent(() => step(1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another board starts the time anew
  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(() => turn(), rotateSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isTurning, board.id, rotateSeconds]);
  return (
    <div className={`${classes.wall} ${isAttended ? '' : classes.quiet}`}>
      <header className={classes.bar}>
        <h1 className={classes.name}>
          <bdi>{board.name}</bdi>
        </h1>
        {hasMany && (
          <span className={classes.position}>
            {boards.indexOf(board) + 1}/{boards.length}
          </span>
        )}
        <div className={classes.controls} data-shown={isAttended || undefined}>
          {hasMany && (
            <>
              <Control
                icon="mdi-chevron-left"
                label={t('customMain.previousBoard')}
                onClick={() => step(-1)}
              />
              <Control
                icon={isPaused ? 'mdi-play' : 'mdi-pause'}
                label={t(isPaused ? 'customMain.resume' : 'customMain.pause')}
                onClick={pause}
              />
              <Control icon="mdi-chevron-right" label={t('customMain.nextBoard')} onClick={() => step(1)} />
              {!isReadOnly && (
                <label className={classes.interval}>
                  {t('customMain.rotate')}
                  <select
                    value={rotateSeconds}
                    onChange={(event) => {
                      const seconds = Number(event.currentTarget.value);
                      editor.change((current) => ({ ...current, rotateSeconds: seconds }));
                    }}
                  >
                    {rotateChoices.map((seconds) => (
                      <option key={seconds} value={seconds}>
                        {rotateText(seconds, t)}
                      </option>
                    ))}
                  </select>
                </label>
              )}
            </>
          )}
          {onLeave ? (
            <Control icon="mdi-fullscreen-exit" label={t('customMain.leaveWallboard')} onClick={onLeave} />
          ) : (
            <Control icon="mdi-fullscreen" label={t('customMain.fullscreen')} onClick={enterFullscreen} />
          )}
        </div>
        <div className={classes.end}>
          {hasMany && isPaused && <span className={classes.paused}>{t('customMain.paused')}</span>}
          {age}
          <Clock />
        </div>
        {isTurning && (
          <span
            key={board.id}
            className={classes.progress}
            style={{ animationDuration: `${rotateSeconds}s` }}
            aria-hidden="true"
          />
        )}
      </header>
      {children}
    </div>
  );
}

function Clock() {
  const nowMs = useNow(TICK_MS);
  const [date, time] = formatInstant(nowMs).split(' ');
  return (
    <time className={classes.clock}>
      <span>{date}</span> <b>{time}</b>
    </time>
  );
}

function Control({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.control} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={20} />
    </button>
  );
}

function rotateText(seconds: number, t: Translate): string {
  if (seconds === 0) return t('customMain.rotateOff');
  return seconds < 60
    ? t('header.refreshSeconds', { seconds })
    : t('header.refreshMinutes', { minutes: seconds / 60 });
}
