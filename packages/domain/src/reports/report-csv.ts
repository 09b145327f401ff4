import type { ReportContent } from '@gwanje/contract/reports/report-content';
import type { CsvCell } from '../formats/csv.ts';
import type { Language } from '../i18n/language.ts';
import { reportNotes, reportPeriodText, reportSummary, reportTitle } from './report-summary.ts';
import { reportSections } from './report-table.ts';
import { reportTables } from './report-tables.ts';

/** One file with all tables, one below the other. */
export function reportCsvRows(report: ReportContent, language: Language): CsvCell[][] {
  const rows: CsvCell[][] = [
    [reportTitle(report, language)],
    [reportPeriodText(report, language)],
    ...reportNotes(report, language).map((note) => [note]),
    ...reportSummary(report, language).map(({ label, text, note }) => [
      label,
      text,
      ...(note === null ? [] : [note]),
    ]),
  ];
  const tables = reportTables(report, language);
  for (const { title, note, columns, rows: items } of reportSections.flatMap((section) => tables[section])) {
    rows.push([], [title]);
    if (note !== null) rows.push([note]);
    rows.push(columns.map(({ label, unit }) => (unit === null ? label : `${label} (${unit})`)));
    rows.push(...items.map(({ cells }) => cells.map(({ value }) => value)));
  }
  return rows;
}
