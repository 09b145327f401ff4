import type { NoisyRule, ReportContent } from '@gwanje/contract/reports/report-content';
import { reportResources } from '@gwanje/contract/reports/report-content';
import { mayOpenRoute } from '@gwanje/domain/access/permissions';
import { reportText } from '@gwanje/domain/reports/report-messages';
import {
  type ReportRow,
  type ReportTable,
  reportSections,
  reportTables,
} from '@gwanje/domain/reports/report-tables';
import { TimeChart } from '@gwanje/ui/chart/time-chart';
import { Panel } from '@gwanje/ui/panel';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import { PageLink } from '#components/links/page-link.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import classes from './reports.module.css';

const DAY_MS = 86_400_000;

/** The sections of a report: tables as in the mail, and charts. */
export function ReportTables({ report }: { readonly report: ReportContent }) {
  const { language } = useTexts();
  const tables = reportTables(report, language);
  return reportSections.map((section) => (
    <section
      key={section}
      className={classes.section}
      aria-label={reportText[language](`section.${section}`)}
    >
      <h2 className={classes.sectionTitle}>{reportText[language](`section.${section}`)}</h2>
      {section === 'alarms' && <AlarmChart report={report} />}
      {section === 'capacity' && <GrowthCharts report={report} />}
      {tables
        .filter((table) => table.section === section)
        .map((table) => (
          <OneTable key={table.key} table={table} />
        ))}
    </section>
  ));
}

function OneTable({ table }: { readonly table: ReportTable }) {
  const { title, note, columns, rows, empty } = table;
  return (
    <Panel title={title}>
      {note && <p className={classes.note}>{note}</p>}
      {rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table} aria-label={title}>
            <thead>
              <tr>
                {columns.map(({ label, isNumber }) => (
                  <th key={label} scope="col" className={isNumber ? classes.end : undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.cells.map(({ text }) => text).join('|')} row={row} table={table} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function Row({ row, table }: { readonly row: ReportRow; readonly table: ReportTable }) {
  return (
    <tr>
      {row.cells.map(({ text, tone }, at) => {
        const column = table.columns[at];
        const isLast = at === row.cells.length - 1;
        return (
          <td key={column?.label} className={column?.isNumber ? classes.end : undefined} data-tone={tone}>
            <bdi>{text}</bdi>
            {isLast && row.rule && <BacktestLink rule={row.rule} />}
          </td>
        );
      })}
    </tr>
  );
}

/** Opens the backtest of the template with the proposed values. */
function BacktestLink({ rule }: { readonly rule: NoisyRule }) {
  const t = useT();
  const user = useSession((state) => state.user);
  const { proposal, itemKey, alarmTemplateId, hostId } = rule;
  if (!proposal || !user || !mayOpenRoute(user, 'settingAlarmTemplate')) return null;
  const search = new URLSearchParams({
    alarmTemplateId: String(alarmTemplateId),
    tab: 'backtest',
    item: itemKey,
    holdS: String(proposal.holdS),
    margin: String(proposal.recoveryMargin),
  });
  return (
    <span className={classes.link}>
      {hostId === null ? (
        <PageLink href={`/setting/alarm-template?${search}`} text={t('reports.backtest')} />
      ) : (
        // A backtest of the template would not test the cluster's own setting.
        <PageLink href={`/setting/alarm/cluster-item?hostId=${hostId}`} text={t('reports.clusterSetting')} />
      )}
    </span>
  );
}

function AlarmChart({ report }: { readonly report: ReportContent }) {
  const t = useT();
  const labels = useChartLabels({ isRangeFixed: true });
  const { dayList } = report.alarms;
  if (dayList.length < 2) return null;
  return (
    <TimeChart
      title={t('reports.perDay')}
      unit="count"
      labels={labels}
      height={160}
      stacked
      isEnded
      state={{
        kind: 'ready',
        data: {
          startMs: Date.parse(report.fromAt),
          stepMs: DAY_MS,
          pointCnt: dayList.length,
          series: [
            { key: 'warning', label: t('reports.warning'), avg: dayList.map(({ warningCnt }) => warningCnt) },
            {
              key: 'critical',
              label: t('reports.critical'),
              avg: dayList.map(({ criticalCnt }) => criticalCnt),
            },
          ],
        },
      }}
    />
  );
}

/** More lines than this are no longer told apart. */
const MAX_LINES = 10;

function GrowthCharts({ report }: { readonly report: ReportContent }) {
  const t = useT();
  const labels = useChartLabels({ isRangeFixed: true });
  const { pointsFrom, pointS, clusterList } = report.capacity;
  return (
    <div className={classes.charts}>
      {reportResources.map((resource) => {
        const rows = clusterList
          .filter((row) => row.resource === resource && row.measuredShare > 0)
          .toSorted((a, b) => (b.used ?? 0) - (a.used ?? 0))
          .slice(0, MAX_LINES);
        const pointCnt = Math.max(0, ...rows.map(({ pointList }) => pointList.length));
        if (pointCnt < 2) return null;
        return (
          <TimeChart
            key={resource}
            title={t(`reports.growth.${resource}`)}
            unit={resource === 'cpu' ? 'cores' : 'bytes'}
            labels={labels}
            height={160}
            isEnded
            state={{
              kind: 'ready',
              data: {
                startMs: Date.parse(pointsFrom),
                stepMs: pointS * 1000,
                pointCnt,
                series: rows.map(({ hostId, clusterName, pointList }) => ({
                  key: String(hostId),
                  label: clusterName,
                  avg: pointList,
                })),
              },
            }}
          />
        );
      })}
    </div>
  );
}
