import { Icon } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import type { EditorState } from '../model/boards-editor.ts';
import classes from './board.module.css';

interface BoardStatusProps {
  readonly saving: EditorState['saving'];
  readonly onRetry: () => void;
}

/** Empty while everything is saved. */
export function BoardStatus({ saving, onRetry }: BoardStatusProps) {
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

interface ConflictStripProps {
  readonly onReload: () => void;
  readonly onOverwrite: () => void;
}

/** Another window has saved other boards: the user decides which ones stay. */
export function ConflictStrip({ onReload, onOverwrite }: ConflictStripProps) {
  const t = useT();
  return (
    <div className={classes.strip} role="alert">
      <Icon name="mdi-alert-circle-outline" />
      {t('customMain.conflict')}
      <button type="button" className={classes.textButton} onClick={onReload}>
        {t('customMain.reload')}
      </button>
      <button type="button" className={classes.textButton} onClick={onOverwrite}>
        {t('customMain.overwrite')}
      </button>
    </div>
  );
}

export function TooLargeStrip({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <div className={classes.strip} role="alert">
      <Icon name="mdi-information-outline" />
      {t('customMain.tooLarge')}
      <button type="button" className={classes.textButton} onClick={onClose}>
        {t('common.ok')}
      </button>
    </div>
  );
}
