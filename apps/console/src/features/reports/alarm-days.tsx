import type { ReportContent } from '@gwanje/contract/reports/report-content';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Panel } from '@gwanje/ui/panel';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from './alarm-days.module.css';

type Day = ReportContent['alarms']['dayList'][number];

const LEVELS = [
  { level: 'critical', cntOf: ({ criticalCnt }: Day) => criticalCnt },
  { level: 'warning', cntOf: ({ warningCnt }: Day) => warningCnt },
] as const;

/** A bar for each day of the report. */
export function AlarmDays({ dayList }: { readonly dayList: readonly Day[] }) {
  const { t, language } = useTexts();
  const sumOf = ({ warningCnt, criticalCnt }: Day) => warningCnt + criticalCnt;
  const most = Math.max(...dayList.map(sumOf));
  if (dayList.length < 2 || !(most > 0)) return null;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <Panel
      title={t('reports.perDay')}
      note={
        <span className={classes.legend}>
          {LEVELS.map(({ level }) => (
            <span key={level} className={classes.name} data-level={level}>
              {labelOf(`alarmLevel.${level}`, language)}
            </span>
          ))}
        </span>
      }
    >
      <ol className={classes.days} data-is-dense={dayList.length > 7}>
        {dayList.map((day) => (
          <li key={day.date} className={classes.day}>
            <span className={classes.cnt}>{formatNumber(sumOf(day))}</span>
            <span className={classes.bar}>
              {LEVELS.map(({ level, cntOf }) => (
                <span
                  key={level}
                  className={classes.part}
                  data-level={level}
                  title={`${labelOf(`alarmLevel.${level}`, language)} ${formatNumber(cntOf(day))}`}
                  style={{ flexGrow: cntOf(day) / most }}
                />
              ))}
            </span>
            <span className={classes.date}>
              {day.date.slice(5)} <span>{weekday.format(new Date(day.date))}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
