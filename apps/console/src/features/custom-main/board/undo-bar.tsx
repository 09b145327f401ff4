import { Icon } from '@gwanje/ui/icon';
import { useEffect, useEffectEvent } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './board.module.css';

const SHOWN_MS = 15_000;

interface UndoBarProps {
  readonly text: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** Shown for a while after a deletion. Another deletion shows a new bar. */
export function UndoBar({ text, onUndo, onClose }: UndoBarProps) {
  const t = useT();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.undo} role="status">
      <bdi>{text}</bdi>
      <button type="button" className={classes.undoButton} onClick={onUndo}>
        {t('customMain.undo')}
      </button>
      <button type="button" className={classes.undoClose} aria-label={t('common.close')} onClick={onClose}>
        <Icon name="mdi-close" />
      </button>
    </div>
  );
}
