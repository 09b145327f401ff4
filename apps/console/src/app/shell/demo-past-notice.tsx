import { Icon } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { configQuery, demoPastQuery } from '#core/config.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './demo-past-notice.module.css';

/** Says that the past of the demo clusters is still being written, so charts of past hours have gaps. */
export function DemoPastNotice() {
  const { data: config } = useQuery(configQuery);
  return config?.demoPast ? <PastBeingWritten /> : null;
}

function PastBeingWritten() {
  const t = useT();
  const { data: past } = useQuery(demoPastQuery);
  if (!past) return null;
  return (
    <p className={classes.notice} role="status">
      <Icon name="mdi-history" size={16} />
      <span>
        <b>{t('shell.demoPast')}</b>
        {past.remainingSec !== null && <> · {remainingText(past.remainingSec)}</>}
      </span>
      <span className={classes.text}>{t('shell.demoPastText')}</span>
    </p>
  );

  function remainingText(sec: number): string {
    const min = Math.round(sec / 60);
    return min < 1 ? t('shell.demoPastSoon') : t('shell.demoPastMinutes', { min });
  }
}
