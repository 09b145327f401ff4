import type { NoisyRule } from '@gwanje/contract/reports/report-content';
import type { CsvCell } from '../formats/csv.ts';
import type { Language } from '../i18n/language.ts';
import type { ko } from './report-messages.ko.ts';
import { reportText } from './report-messages.ts';

/** What a reader sees, and the plain value for a CSV file. */
export interface ReportCell {
  readonly text: string;
  readonly value: CsvCell;
  readonly tone?: 'bad' | 'muted' | undefined;
}

export interface ReportRow {
  readonly key: string;
  readonly cells: readonly ReportCell[];
  readonly rule?: NoisyRule;
}

interface ReportColumn {
  readonly label: string;
  /** The unit of the plain values; null: they have none, or are texts. */
  readonly unit: string | null;
  readonly isNumber: boolean;
}

export const reportSections = [
  'availability',
  'alarms',
  'response',
  'noise',
  'capacity',
  'workloads',
] as const;
export type ReportSection = (typeof reportSections)[number];

export interface ReportTable {
  readonly key: keyof (typeof ko)['table'];
  readonly title: string;
  readonly note: string | null;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  /** Shown instead of a table without rows. */
  readonly empty: string;
}

/** A column with the cell that it makes of an item. */
export interface Column<Item> extends ReportColumn {
  readonly cell: (item: Item) => ReportCell;
}

interface TableParts<Item> extends Pick<ReportTable, 'key'> {
  readonly note: string | null;
  readonly empty: string;
  readonly items: readonly Item[];
  readonly columns: readonly Column<Item>[];
  readonly ruleOf?: (item: Item) => NoisyRule;
}

export function makeTable<Item>(
  { key, items, columns, ruleOf, ...rest }: TableParts<Item>,
  language: Language,
): ReportTable {
  return {
    key,
    ...rest,
    title: reportText[language](`table.${key}`),
    columns: columns.map(({ label, unit, isNumber }) => ({ label, unit, isNumber })),
    rows: items.map((item, at) => ({
      key: `${key} ${at}`,
      cells: columns.map(({ cell }) => cell(item)),
      ...(ruleOf && { rule: ruleOf(item) }),
    })),
  };
}
