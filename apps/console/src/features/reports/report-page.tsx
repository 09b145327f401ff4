import { type ReportContent, reportKinds } from '@gwanje/contract/reports/report-content';
import { csvText } from '@gwanje/domain/formats/csv';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { reportCsvRows } from '@gwanje/domain/reports/report-csv';
import { reportText } from '@gwanje/domain/reports/report-messages';
import { periodAfter, periodAt, periodBefore, periodOfDate } from '@gwanje/domain/reports/report-periods';
import {
  reportNotes,
  reportPeriodText,
  reportSummary,
  reportTitle,
} from '@gwanje/domain/reports/report-summary';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Choices } from '@gwanje/ui/choices';
import { download } from '@gwanje/ui/download';
import { Figures } from '@gwanje/ui/figures';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState, Panel, SkeletonPage } from '@gwanje/ui/panel';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useGroups } from '#core/groups/group-store.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { reportChoice } from './report-address.ts';
import { type ReportChoice, reportQuery } from './report-queries.ts';
import { ReportSections } from './report-sections.tsx';
import classes from './reports.module.css';

/** The report of a group for a week or a month. */
export function ReportPage() {
  const t = useT();
  const { search, change } = useAddress();
  const groups = useGroups((state) => state.groupNameList);
  const choice = reportChoice(
    search,
    groups.map(({ metaGroupId }) => metaGroupId),
    Date.now(),
  );
  if (choice) return <ChosenReport choice={choice} />;
  if (groups.length === 0)
    return <EmptyState isPage title={t('shell.noGroupsTitle')} text={t('shell.noGroupsAsk')} />;
  return (
    <EmptyState
      isPage
      title={t('reports.hiddenTitle')}
      text={t('reports.hiddenText')}
      actions={
        <TextButton onClick={() => void change({ metaGroupId: undefined })}>
          {t('reports.ownGroups')}
        </TextButton>
      }
    />
  );
}

function ChosenReport({ choice }: { readonly choice: ReportChoice }) {
  const { t, language } = useTexts();
  const query = useQuery(reportQuery(choice));
  const report = query.data?.report;
  return (
    <div className={classes.page}>
      <PageHeader
        title={report ? reportTitle(report, language) : t('routes.report')}
        marks={report && <Marks report={report} isStored={query.data?.isStored ?? false} />}
        {...(report && { dataAge: t('reports.madeAt', { at: formatTimestamp(report.madeAt) }) })}
        actions={
          report && (
            <span className={classes.actions}>
              <TextButton icon="mdi-printer-outline" onClick={() => window.print()}>
                {t('reports.print')}
              </TextButton>
              <TextButton icon="mdi-download" onClick={() => saveCsv(report)}>
                {t('reports.csv')}
              </TextButton>
            </span>
          )
        }
      />
      <Toolbar choice={choice} />
      {report ? (
        <>
          <div className={classes.notes}>
            <p className={classes.printOnly}>{reportPeriodText(report, language)}</p>
            {reportNotes(report, language).map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
          {hasData(report) ? (
            <>
              <Figures
                list={reportSummary(report, language).map(({ label, text, note }) => ({
                  label,
                  value: text,
                  note,
                }))}
              />
              <ReportSections report={report} />
            </>
          ) : (
            <NoData report={report} />
          )}
        </>
      ) : query.isError ? (
        <Panel>
          <LoadFailed title={t('reports.failed')} query={query} />
        </Panel>
      ) : (
        <SkeletonPage label={t('shell.loading')} />
      )}
    </div>
  );

  function saveCsv(shown: ReportContent): void {
    const content = new Blob([csvText(reportCsvRows(shown, language))], { type: 'text/csv;charset=utf-8' });
    download(content, `${reportTitle(shown, language)} ${shown.fromDate}.csv`);
  }
}

function Marks({ report, isStored }: { readonly report: ReportContent; readonly isStored: boolean }) {
  const t = useT();
  if (report.isRunning)
    return <Chip colour="orange" icon="mdi-progress-clock" label={t('reports.running')} />;
  if (!isStored) return null;
  return (
    <Chip
      colour="grey"
      icon="mdi-check-circle-outline"
      label={t('reports.stored')}
      title={t('reports.storedText')}
    />
  );
}

/** Whether any cluster of the report sent data before the end of its period. */
function hasData({ availability, countedTo }: ReportContent): boolean {
  return availability.clusterList.some(({ firstDataAt }) => firstDataAt !== null && firstDataAt < countedTo);
}

function NoData({ report }: { readonly report: ReportContent }) {
  const t = useT();
  const { change } = useAddress();
  const { kind, timeZone, isRunning, availability } = report;
  const hasClusters = availability.clusterList.length > 0;
  return (
    <Panel>
      <EmptyState
        icon="mdi-file-chart-outline"
        title={hasClusters ? t('reports.noData') : t('reports.noClusters')}
        text={hasClusters ? t('reports.noDataText') : t('reports.noClustersText')}
        actions={
          hasClusters &&
          !isRunning && (
            <TextButton
              icon="mdi-progress-clock"
              onClick={() => void change({ date: periodAt(kind, timeZone, Date.now()).fromDate, kind })}
            >
              {t(`reports.showRunning.${kind}`)}
            </TextButton>
          )
        }
      />
    </Panel>
  );
}

function Toolbar({ choice }: { readonly choice: ReportChoice }) {
  const { t, language } = useTexts();
  const { change } = useAddress();
  const groups = useGroups((state) => state.groupNameList);
  const { kind, timeZone, date, metaGroupId } = choice;
  const period = periodOfDate(kind, timeZone, date);
  const next = periodAfter(kind, timeZone, period);
  return (
    <div className={classes.toolbar}>
      <NativeSelect
        aria-label={t('reports.group')}
        value={String(metaGroupId)}
        data={groups.map((group) => ({ value: String(group.metaGroupId), label: group.metaGroupName }))}
        onChange={(event) => void change({ metaGroupId: event.currentTarget.value })}
      />
      <Choices
        label={t('reports.kind')}
        options={reportKinds.map((value) => ({ value, label: reportText[language](`kind.${value}`) }))}
        chosen={kind}
        onChoose={(value) => void change({ kind: value, date: undefined })}
      />
      <span className={classes.period}>
        <IconButton
          icon="mdi-chevron-left"
          label={t('reports.previous')}
          onClick={() => void change({ date: periodBefore(kind, timeZone, period).fromDate, kind })}
        />
        <span className={classes.dates}>
          {period.fromDate} ~ {period.toDate}
        </span>
        <IconButton
          icon="mdi-chevron-right"
          label={t('reports.next')}
          disabled={next.fromMs > Date.now()}
          onClick={() => void change({ date: next.fromDate, kind })}
        />
        <span className={classes.zone}>{timeZone}</span>
      </span>
    </div>
  );
}
