import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { useNow } from '#core/browser/use-now.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { dataAgeIcon, dataAgeOf, newestDataAt } from '#entities/dashboard/model/cluster-lines.ts';
import type { SummaryAnswer } from '#entities/dashboard/model/status-cells.ts';
import classes from './control.module.css';

const TICK_MS = 1000;

interface DataAgeProps {
  readonly summary: SummaryAnswer;
  /** The browser's time when the answer came. */
  readonly answeredMs: number;
}

/** The age of the newest data. Older data is marked where it is shown. */
export function DataAge({ summary, answeredMs }: DataAgeProps) {
  const t = useT();
  const language = useLanguage();
  const nowMs = useNow(TICK_MS);
  const dataAt = newestDataAt(summary.platformList);
  const { state, text } = dataAgeOf(dataAt, summary.serverTime, nowMs - answeredMs, { t, language });
  return (
    <span className={`${classes.age} ${state === 'stopped' ? classes.stopped : ''}`}>
      <Icon name={dataAgeIcon(state)} size={14} />
      {t('dashboard.dataAge')} {dataAt === null ? '' : `${formatTimestamp(dataAt)} · `}
      {text}
    </span>
  );
}
