import { formatInstant } from '@gwanje/domain/formats/time';
import { Icon, type IconName } from '@gwanje/ui/icon';
import type { CSSProperties, ReactNode } from 'react';
import { useNow } from '#core/browser/use-now.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { type Board, type BoardSet, rotateChoices } from '../model/boards.ts';
import type { BoardsEditor } from '../model/boards-editor.ts';
import { enterFullscreen } from './use-wallboard.ts';
import classes from './wallboard.module.css';

const TICK_MS = 1000;

interface WallboardBarProps {
  readonly editor: BoardsEditor;
  readonly boardSet: BoardSet;
  readonly board: Board;
  /** True while a user is present: the controls are shown. */
  readonly isAttended: boolean;
  readonly isPaused: boolean;
  readonly isTurning: boolean;
  readonly isReadOnly: boolean;
  readonly age: ReactNode;
  readonly onStep: (step: -1 | 1) => void;
  readonly onPause: () => void;
  /** Null: a wallboard opened by a link has no other page. */
  readonly onLeave: (() => void) | null;
}

/** The board's name, the age of its data and the time. The controls show only while a user is present. */
export function WallboardBar(props: WallboardBarProps) {
  const { editor, boardSet, board, isAttended, isPaused, isTurning, isReadOnly, age } = props;
  const t = useT();
  const index = boardSet.boards.indexOf(board);
  const hasMany = boardSet.boards.length > 1;
  const progress: CSSProperties = { animationDuration: `${boardSet.rotateSeconds}s` };
  return (
    <header className={classes.bar}>
      <h1 className={classes.name}>
        <bdi>{board.name}</bdi>
      </h1>
      {hasMany && (
        <span className={classes.position}>
          {index + 1}/{boardSet.boards.length}
        </span>
      )}
      <div className={classes.controls} data-shown={isAttended || undefined}>
        {hasMany && (
          <>
            <Control
              icon="mdi-chevron-left"
              label={t('customMain.previousBoard')}
              onClick={() => props.onStep(-1)}
            />
            <Control
              icon={isPaused ? 'mdi-play' : 'mdi-pause'}
              label={t(isPaused ? 'customMain.resume' : 'customMain.pause')}
              onClick={props.onPause}
            />
            <Control
              icon="mdi-chevron-right"
              label={t('customMain.nextBoard')}
              onClick={() => props.onStep(1)}
            />
            {!isReadOnly && (
              <label className={classes.interval}>
                {t('customMain.rotate')}
                <select
                  value={boardSet.rotateSeconds}
                  onChange={(event) => {
                    const rotateSeconds = Number(event.currentTarget.value);
                    editor.change((current) => ({ ...current, rotateSeconds }));
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
        {props.onLeave ? (
          <Control
            icon="mdi-fullscreen-exit"
            label={t('customMain.leaveWallboard')}
            onClick={props.onLeave}
          />
        ) : (
          <Control icon="mdi-fullscreen" label={t('customMain.fullscreen')} onClick={enterFullscreen} />
        )}
      </div>
      <div className={classes.end}>
        {hasMany && isPaused && <span className={classes.paused}>{t('customMain.paused')}</span>}
        {age}
        <Clock />
      </div>
      {isTurning && <span key={board.id} className={classes.progress} style={progress} aria-hidden="true" />}
    </header>
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
