import type { ReportContent } from '@gwanje/contract/reports/report-content';
import type { Language } from '../i18n/language.ts';
import type { ReportSection, ReportTable } from './report-table.ts';
import { alarmTable } from './sections/alarm-table.ts';
import { availabilityTables } from './sections/availability-tables.ts';
import { capacityTables } from './sections/capacity-tables.ts';
import { responseTable } from './sections/response-table.ts';
import { ruleTable } from './sections/rule-table.ts';
import { workloadTables } from './sections/workload-tables.ts';

/** The tables of a report. Page, mail and CSV file show the same ones. */
export function reportTables(
  report: ReportContent,
  language: Language,
): Readonly<Record<ReportSection, readonly ReportTable[]>> {
  return {
    availability: availabilityTables(report, language),
    alarms: [alarmTable(report, language)],
    response: [responseTable(report, language)],
    noise: [ruleTable(report, language)],
    capacity: capacityTables(report, language),
    workloads: workloadTables(report, language),
  };
}
