import { formatNumber } from '@gwanje/domain/formats/number';
import { alarmLevels } from '@gwanje/domain/mappings/alarm';
import { Icon } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';
import { alarmCountQuery } from '#entities/alarms/alarm-queries.ts';
import { useAlarmHints } from '#entities/alarms/use-alarm-hints.ts';
import classes from './alarm-counts.module.css';

const MOST = 9999;

/** The open alarms by level, each linked to its list. An unknown count is a dash, not a zero. */
export function AlarmCounts() {
  const t = useT();
  const { data, refetch } = useQuery(alarmCountQuery());
  useAlarmHints(() => void refetch());
  const cells = [
    {
      level: alarmLevels.critical,
      cnt: data?.critical,
      key: 'header.criticalAlarms',
      icon: 'mdi-alert-circle',
    },
    { level: alarmLevels.warning, cnt: data?.warning, key: 'header.warningAlarms', icon: 'mdi-alert' },
  ] as const;
  return (
    <span className={classes.counts}>
      {cells.map(({ level, cnt, key, icon }) => {
        const text = cnt === undefined ? '-' : cnt > MOST ? `${formatNumber(MOST)}+` : formatNumber(cnt);
        const label = t(key, { cnt: text });
        return (
          <Link
            key={level}
            to="/alarm-list"
            search={{ 'f.level': String(level) }}
            activeProps={{}}
            className={classes.count}
            data-level={cnt ? level : 'none'}
            aria-label={label}
            title={label}
          >
            <Icon name={icon} size={15} />
            {text}
          </Link>
        );
      })}
    </span>
  );
}
