import type { countAlarms } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { DASH, formatNumber } from '@gwanje/domain/formats/number';
import { useT } from '#core/i18n/i18n.ts';
import classes from './realtime.module.css';

interface CountsProps {
  readonly counts: ResponseOf<typeof countAlarms> | undefined;
}

/** Counts of all open alarms, not only of this window's. Each opens the list in the console's window. */
export function Counts({ counts }: CountsProps) {
  const t = useT();
  const cells = [
    { tone: 'critical', label: t('alarms.realtime.critical'), cnt: counts?.critical, query: 'f.level=5' },
    { tone: 'warning', label: t('alarms.realtime.warning'), cnt: counts?.warning, query: 'f.level=1' },
    { tone: 'plain', label: t('alarms.realtime.unseen'), cnt: counts?.occurred, query: 'f.confirmLevel=1' },
  ];
  return (
    <div className={classes.counts}>
      {cells.map(({ tone, label, cnt, query }) => (
        <a
          key={tone}
          className={classes.count}
          data-tone={cnt ? tone : 'none'}
          href={`/alarm-list?${query}`}
          target="gwanje-alarms"
          title={t('alarms.realtime.toList', { label })}
        >
          <strong>{cnt === undefined ? DASH : formatNumber(cnt)}</strong>
          {label}
        </a>
      ))}
    </div>
  );
}
