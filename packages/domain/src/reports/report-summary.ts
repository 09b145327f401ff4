import type { ReportContent } from '@gwanje/contract/reports/report-content';
import { DASH, formatNumber } from '../formats/numbers.ts';
import { formatSpan, formatTimestamp } from '../formats/time.ts';
import type { Language } from '../i18n/language.ts';
import { availabilityShares } from './availability.ts';
import { percentText } from './report-cells.ts';
import { reportText } from './report-messages.ts';
import { SOON_DAYS } from './sections/capacity-tables.ts';

export interface SummaryFigure {
  readonly label: string;
  readonly text: string;
  readonly note: string | null;
}

/** Figures above the tables. */
export function reportSummary(report: ReportContent, language: Language): readonly SummaryFigure[] {
  const t = reportText[language];
  const { availability, alarms, response, capacity } = report;
  const { availability: available, unknown } = availabilityShares(
    availability.clusterList.reduce(
      (total, { expectedS, readyS, notReadyS }) => ({
        expectedS: total.expectedS + expectedS,
        readyS: total.readyS + readyS,
        notReadyS: total.notReadyS + notReadyS,
      }),
      { expectedS: 0, readyS: 0, notReadyS: 0 },
    ),
  );
  const soonCnt = [...capacity.clusterList, ...capacity.claimList].filter(
    ({ daysLeft }) => daysLeft !== null && daysLeft < SOON_DAYS,
  ).length;
  const { beforeCnt } = alarms;
  const spanOf = (seconds: number | null) =>
    seconds === null ? DASH : formatSpan(Math.round(seconds), language);
  const p95 = (seconds: number | null) =>
    seconds === null ? null : t('summary.p95', { time: spanOf(seconds) });
  return [
    {
      label: t('summary.availability'),
      text: percentText(available),
      note: unknown === null ? null : t('summary.unknown', { share: percentText(unknown) }),
    },
    {
      label: t('summary.alarms'),
      text: t('summary.alarmCnt', { cnt: formatNumber(alarms.cnt) }),
      note: beforeCnt === null ? null : t('summary.before', { cnt: formatNumber(beforeCnt) }),
    },
    {
      label: t('summary.critical'),
      text: t('summary.alarmCnt', { cnt: formatNumber(alarms.criticalCnt) }),
      note: null,
    },
    {
      label: t('summary.acknowledged'),
      text: spanOf(response.acknowledged.medianS),
      note: p95(response.acknowledged.p95S),
    },
    {
      label: t('summary.handled'),
      text: spanOf(response.handled.medianS),
      note: p95(response.handled.p95S),
    },
    {
      label: t('summary.fillsSoon', { days: SOON_DAYS }),
      text: t('summary.resources', { cnt: formatNumber(soonCnt) }),
      note: null,
    },
  ];
}

export function reportTitle({ metaGroupName, kind }: ReportContent, language: Language): string {
  const t = reportText[language];
  return t('title', { group: metaGroupName, kind: t(`kind.${kind}`) });
}

export function reportPeriodText({ fromDate, toDate, timeZone }: ReportContent, language: Language): string {
  return reportText[language]('period', { from: fromDate, to: toDate, zone: timeZone });
}

/** What a reader must know before the figures: what is missing in them. */
export function reportNotes(report: ReportContent, language: Language): string[] {
  const t = reportText[language];
  const { timeZone, countedTo, isRunning, isWholeGroup, storedFrom, subGroupList } = report;
  const at = (time: string) => formatTimestamp(time, { timeZone });
  return [
    ...(isRunning ? [t('running', { at: at(countedTo) })] : []),
    ...(subGroupList.length === 0 ? [t('noGroups')] : []),
    ...(isWholeGroup || subGroupList.length === 0
      ? []
      : [t('partOfGroup', { names: subGroupList.map(({ name }) => name).join(', ') })]),
    ...(storedFrom === null ? [] : [t('storedFrom', { at: at(storedFrom) })]),
  ];
}
