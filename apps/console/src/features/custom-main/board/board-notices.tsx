import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useTimeout } from '@mantine/hooks';
import { useT } from '#core/i18n/i18n.ts';
import classes from './board.module.css';

interface EmptyBoardProps {
  /** Null: no button, as on a wallboard. */
  readonly actions: { readonly onAdd: () => void; readonly onFill: () => void } | null;
}

export function EmptyBoard({ actions }: EmptyBoardProps) {
  const t = useT();
  return (
    <Panel>
      <EmptyState
        icon="mdi-view-dashboard-edit-outline"
        title={t('customMain.emptyBoard')}
        text={t('customMain.emptyBoardText')}
        actions={
          actions && (
            <>
              <TextButton icon="mdi-plus" variant="filled" onClick={actions.onAdd}>
                {t('customMain.addWidget')}
              </TextButton>
              <TextButton onClick={actions.onFill}>{t('customMain.fillBoard')}</TextButton>
            </>
          )
        }
      />
    </Panel>
  );
}

const SHOWN_MS = 15_000;

interface UndoBarProps {
  readonly text: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** Offers to undo a deletion for some seconds. Another deletion shows a new bar. */
export function UndoBar({ text, onUndo, onClose }: UndoBarProps) {
  const t = useT();
  useTimeout(onClose, SHOWN_MS, { autoInvoke: true });
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

interface NoticeStripProps {
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly onClick: () => void }[];
}

/** A warning above a form or a board, with buttons for the user's choice. */
export function NoticeStrip({ text, actions }: NoticeStripProps) {
  return (
    <div className={classes.strip} role="alert">
      <Icon name="mdi-alert-circle-outline" />
      {text}
      {actions.map(({ label, onClick }) => (
        <button key={label} type="button" className={classes.textButton} onClick={onClick}>
          {label}
        </button>
      ))}
    </div>
  );
}
