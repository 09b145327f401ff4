export type CsvCell = string | number | null;

/**
 * Spreadsheets treat a text with such a start as a formula, some of them also after invisible characters and
 * with the signs in full width. Names from clusters are untrusted.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@])/u;
/** Without it Excel reads Korean text in a wrong encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A whole file, or its first part. `csvLines` makes the other parts. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + csvLines(rows);
}

export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Numbers are not escaped, not even negative ones, because they cannot contain a formula. */
export function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = FORMULA.test(cell.normalize('NFKC')) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
