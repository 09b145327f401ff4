import type { CsvCell } from '@gwanje/domain/formats/csv';
import type { ChartLabels, TimeGrid } from './chart-data.ts';
import type { ShownSeries } from './columns.ts';
import { instantOf } from './time-grid.ts';

type ExportLabels = Pick<ChartLabels, 'time' | 'min' | 'max' | 'compared'>;

interface ExportColumn {
  readonly label: string;
  readonly values: ShownSeries['avg'];
}

/** A series has a column for its value, two for the extremes of rolled-up data, and one for the compared period. */
export function exportColumns(shown: readonly ShownSeries[], labels: ExportLabels): ExportColumn[] {
  return shown.flatMap((one) => {
    const columns: ExportColumn[] = [{ label: one.label, values: one.avg }];
    if (one.min) columns.push({ label: `${one.label} ${labels.min}`, values: one.min });
    if (one.max) columns.push({ label: `${one.label} ${labels.max}`, values: one.max });
    if (one.compared) columns.push({ label: `${one.label} ${labels.compared}`, values: one.compared });
    return columns;
  });
}

/** Numbers without formatting, so that a spreadsheet can calculate with them. */
export function exportRows(
  grid: TimeGrid,
  shown: readonly ShownSeries[],
  labels: ExportLabels,
  formatTime: (atMs: number) => string,
): CsvCell[][] {
  const columns = exportColumns(shown, labels);
  const rows: CsvCell[][] = [[labels.time, ...columns.map(({ label }) => label)]];
  for (let index = 0; index < grid.pointCnt; index++) {
    rows.push([formatTime(instantOf(grid, index)), ...columns.map(({ values }) => values[index] ?? null)]);
  }
  return rows;
}
