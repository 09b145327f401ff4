import { expect, test } from 'vitest';
import { csvText } from '../formats/csv.ts';
import { reportCsvRows } from './report-csv.ts';
import { reportSummary } from './report-summary.ts';
import type { ReportRow } from './report-table.ts';
import { reportTables } from './report-tables.ts';
import { exampleReport } from './testing/example-report.ts';

const formula = '=HYPERLINK("http://evil.example")';

test('a name from a cluster is no formula in the CSV file', () => {
  const report = exampleReport({ metaGroupName: formula, clusterName: formula });
  const text = csvText(reportCsvRows(report, 'ko'));
  const cells = text.split(/\r\n|,/).filter((cell) => cell.includes('HYPERLINK'));
  expect(cells.length).toBeGreaterThan(2);
  for (const cell of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@]/);
});

test('the CSV file has every table with plain values and the unit in the head', () => {
  const report = exampleReport({});
  const text = csvText(reportCsvRows(report, 'ko'));
  for (const { title } of Object.values(reportTables(report, 'ko')).flat()) expect(text).toContain(title);
  expect(text).toContain('가동률 (%)');
  expect(text).toContain('99.99');
});

test.each([
  ['almost all of the time', 86_399, 1, '99.99 %'],
  ['all of the time', 86_400, 0, '100.00 %'],
])('a cluster that was ready %s has the right percentage', (_what, readyS, notReadyS, expected) => {
  const report = exampleReport({ readyS, notReadyS });
  const [availability] = reportSummary(report, 'ko');
  expect(availability?.text).toBe(expected);
});

test('the rows that matter most come first: the least ready cluster, and what is full soonest', () => {
  const report = exampleReport({});
  const { availability, capacity } = report;
  const clusters = availability.clusterList.flatMap((row) => [
    { ...row, name: 'good' },
    { ...row, name: 'bad', readyS: 10 },
  ]);
  const growth = capacity.clusterList.flatMap((row) => [
    { ...row, clusterName: 'steady', state: 'steady' as const, daysLeft: null },
    { ...row, clusterName: 'late', daysLeft: 90 },
    { ...row, clusterName: 'soon', daysLeft: 2 },
  ]);
  const tables = reportTables(
    {
      ...report,
      availability: { ...availability, clusterList: clusters },
      capacity: { ...capacity, clusterList: growth },
    },
    'ko',
  );
  const firstCells = (rows: readonly ReportRow[] = []) => rows.map(({ cells }) => cells[0]?.text);
  expect(firstCells(tables.availability[0]?.rows)).toEqual(['bad', 'good']);
  expect(firstCells(tables.capacity[0]?.rows)).toEqual(['soon', 'late', 'steady']);
});

test('the table of claims says when not all of them were read', () => {
  const report = exampleReport({});
  const noteOf = (isTruncated: boolean) =>
    reportTables({ ...report, capacity: { ...report.capacity, isTruncated } }, 'ko').capacity[1]?.note;
  expect(noteOf(true)).toBe(`${noteOf(false)} 볼륨이 많아 먼저 만들어진 볼륨의 추세만 계산합니다.`);
});

test('every row has a cell for each column, in both languages', () => {
  for (const language of ['ko', 'en'] as const)
    for (const { columns, rows } of Object.values(reportTables(exampleReport({}), language)).flat())
      for (const { cells } of rows) expect(cells).toHaveLength(columns.length);
});
