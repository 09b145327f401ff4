import type { NoisyRule, ReportContent } from '@gwanje/contract/reports/report-content';
import { mayOpenRoute } from '@gwanje/domain/access/permissions';
import { reportText } from '@gwanje/domain/reports/report-messages';
import { type ReportRow, type ReportTable, reportSections } from '@gwanje/domain/reports/report-table';
import { reportTables } from '@gwanje/domain/reports/report-tables';
import { TextButton } from '@gwanje/ui/buttons';
import { Panel } from '@gwanje/ui/panel';
import { useState } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { AlarmDays } from './alarm-days.tsx';
import { GrowthCharts } from './growth-charts.tsx';
import classes from './reports.module.css';

/** The sections of a report: tables as in the mail, and charts. */
export function ReportSections({ report }: { readonly report: ReportContent }) {
  const { language } = useTexts();
  const tables = reportTables(report, language);
  return reportSections.map((section) => {
    const title = reportText[language](`section.${section}`);
    return (
      <section key={section} className={classes.section} data-section={section} aria-label={title}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {section === 'alarms' && <AlarmDays dayList={report.alarms.dayList} />}
        {section === 'capacity' && <GrowthCharts capacity={report.capacity} />}
        <div className={classes.tables}>
          {tables[section].map((table) => (
            <TablePanel key={table.key} table={table} />
          ))}
        </div>
      </section>
    );
  });
}

/** Rows of a table on the screen before the reader asks for all. The printed page has all. */
const FIRST_ROWS = 20;

function TablePanel({ table }: { readonly table: ReportTable }) {
  const t = useT();
  const [showsAll, setShowsAll] = useState(false);
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
              {rows.map((row, at) => (
                <Row key={row.key} row={row} table={table} isOnlyPrinted={!showsAll && at >= FIRST_ROWS} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > FIRST_ROWS && (
        <div className={classes.more}>
          <TextButton onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('reports.fewer', { first: FIRST_ROWS }) : t('reports.all', { cnt: rows.length })}
          </TextButton>
        </div>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly row: ReportRow;
  readonly table: ReportTable;
  readonly isOnlyPrinted: boolean;
}

function Row({ row, table, isOnlyPrinted }: RowProps) {
  return (
    <tr className={isOnlyPrinted ? classes.onlyPrinted : undefined}>
      {row.cells.map(({ text, tone }, at) => {
        const column = table.columns[at];
        const isLast = at === row.cells.length - 1;
        return (
          <td key={column?.label} className={column?.isNumber ? classes.end : undefined} data-tone={tone}>
            <bdi>{text}</bdi>
            {isLast && row.rule && <ProposalLink rule={row.rule} />}
          </td>
        );
      })}
    </tr>
  );
}

/** Opens the backtest of the template with the proposed values. */
function ProposalLink({ rule }: { readonly rule: NoisyRule }) {
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
