import { formatAge, formatInstant, isStale } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { useNow } from '#core/browser/use-now.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';

const TICK_MS = 1000;

interface DataAgeProps {
  /** The newest sample on screen; null: the rows have none, and the answer's time is shown. */
  readonly dataMs: number | null;
  readonly serverMs: number;
  /** The browser's time of the answer; the age then grows by the browser's clock. */
  readonly answeredMs: number;
}

export function DataAge({ dataMs, serverMs, answeredMs }: DataAgeProps) {
  const { t, language } = useTexts();
  const nowMs = useNow(TICK_MS);
  const shownMs = dataMs ?? serverMs;
  const ageMs = serverMs - shownMs + Math.max(0, nowMs - answeredMs);
  const hasStopped = dataMs !== null && isStale(0, ageMs);
  return (
    <span className={`${classes.age} ${hasStopped ? classes.stopped : ''}`}>
      <Icon name={hasStopped ? 'mdi-timer-sand' : 'mdi-clock-outline'} size={14} />
      <span className={classes.ageLabel}>
        {t(dataMs === null ? 'objectList.age.answered' : 'objectList.age.collected')} {formatInstant(shownMs)}{' '}
        ·
      </span>
      <span className={classes.ageValue}>{formatAge(ageMs, language)}</span>
    </span>
  );
}
