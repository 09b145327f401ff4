import { formatCount } from '@gwanje/domain/formats/count';
import { ApiFailure } from '#core/api/api-failure.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './command-palette.module.css';
import type { FoundObjects } from './use-found-objects.ts';

interface PaletteFootProps {
  readonly text: string;
  readonly isEmpty: boolean;
  readonly moreClusterCnt: number;
  readonly objects: FoundObjects;
}

/** Says what the list does not show, and why. */
export function PaletteFoot({ text, isEmpty, moreClusterCnt, objects }: PaletteFootProps) {
  const t = useT();
  const { error, isLooking, totalCnt, list, retry } = objects;
  if (error) {
    const reason = error instanceof ApiFailure ? error.message : t('shell.pageFailedText');
    return (
      <div className={classes.foot} role="alert">
        <span>{t('palette.failed', { reason })}</span>
        <button type="button" className={classes.retry} onClick={retry}>
          {t('common.retry')}
        </button>
      </div>
    );
  }
  if (isEmpty && !isLooking) {
    return (
      <div className={classes.note} role="status">
        <p>
          <bdi>{t('palette.none', { text })}</bdi>
        </p>
        <p>{t('palette.noneText')}</p>
      </div>
    );
  }
  const isMore = totalCnt > list.length && list.length > 0;
  return (
    // Always rendered, so that nothing moves when a text appears.
    <div className={classes.foot} role="status">
      {isLooking ? (
        <span>{t('palette.looking')}</span>
      ) : (
        isMore && (
          <span>{t('palette.moreObjects', { total: formatCount(totalCnt), shown: list.length })}</span>
        )
      )}
      {moreClusterCnt > 0 && <span>{t('palette.moreClusters', { cnt: moreClusterCnt })}</span>}
    </div>
  );
}
