export type CsvCell = string | number | null;

/** Spreadsheets take a text that begins with one of these for a formula; names of pods and series are not ours. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it Excel reads Korean as if it were Latin. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A whole file, or the first piece of one; the others are `csvLines`. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + csvLines(rows);
}

export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Numbers stay numbers, a negative one too: no text can hide in them. */
export function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
