import { Icon } from '@gwanje/ui/icon';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import type { BoardNotice, KeeperState } from '../model/board-keeper.ts';
import classes from './board.module.css';

interface BoardStatusProps {
  readonly saving: KeeperState['saving'];
  readonly onRetry: () => void;
}

/** Quiet while all is kept. */
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

const noticeKeys: Record<BoardNotice, PlainKey> = {
  joined: 'customMain.joined',
  overtaken: 'customMain.overtaken',
  tooLarge: 'customMain.tooLarge',
};

interface NoticeStripProps {
  readonly notice: BoardNotice;
  readonly onClose: () => void;
}

export function NoticeStrip({ notice, onClose }: NoticeStripProps) {
  const t = useT();
  return (
    <div className={classes.strip} role="alert">
      <Icon name="mdi-information-outline" />
      {t(noticeKeys[notice])}
      <button type="button" className={classes.textButton} onClick={onClose}>
        {t('common.ok')}
      </button>
    </div>
  );
}
