import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { useNow } from '#core/browser/use-now.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { dataAgeIcon, dataAgeOf, newestDataAt } from '#entities/dashboard/model/cluster-lines.ts';
import type { SummaryAnswer } from '#entities/dashboard/model/status-cells.ts';
import { useIsStreamLost } from '#entities/dashboard/use-is-stream-lost.ts';
import classes from './board.module.css';

const TICK_MS = 1000;

interface BoardAgeProps {
  readonly summary: SummaryAnswer | undefined;
  readonly answeredMs: number;
}

/** The age of the newest data on the board, and whether updates still arrive. */
export function BoardAge({ summary, answeredMs }: BoardAgeProps) {
  const t = useT();
  const language = useLanguage();
  const nowMs = useNow(TICK_MS);
  const isStreamLost = useIsStreamLost();
  const dataAt = summary ? newestDataAt(summary.platformList) : null;
  const age = summary && dataAgeOf(dataAt, summary.serverTime, nowMs - answeredMs, { t, language });
  return (
    <>
      {isStreamLost && (
        <span className={classes.age} role="status" title={t('dashboard.streamLost')}>
          <Icon name="mdi-lan-disconnect" size={14} />
          {t('customMain.streamLost')}
        </span>
      )}
      {age && (
        <span className={`${classes.age} ${age.state === 'stopped' ? classes.stopped : ''}`}>
          <Icon name={dataAgeIcon(age.state)} size={14} />
          {t('dashboard.dataAge')} {dataAt === null ? '' : `${formatTimestamp(dataAt)} · `}
          {age.text}
        </span>
      )}
    </>
  );
}
