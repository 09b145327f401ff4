/** Single rows, or all matches except some. The rows of "all" load only when an action needs them. */
export type Selection<Row> =
  | { readonly kind: 'rows'; readonly rows: ReadonlyMap<string, Row> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> };

export const NOTHING_SELECTED: Selection<never> = { kind: 'rows', rows: new Map<string, never>() };
export const ALL_SELECTED: Selection<never> = { kind: 'all', except: new Set<string>() };

export function isSelected<Row>(selection: Selection<Row>, key: string): boolean {
  return selection.kind === 'rows' ? selection.rows.has(key) : !selection.except.has(key);
}

export function selectedCnt<Row>(selection: Selection<Row>, totalCnt: number): number {
  return selection.kind === 'rows' ? selection.rows.size : Math.max(0, totalCnt - selection.except.size);
}

export function withRow<Row>(
  selection: Selection<Row>,
  key: string,
  row: Row,
  isIn: boolean,
): Selection<Row> {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    if (isIn) except.delete(key);
    else except.add(key);
    return { kind: 'all', except };
  }
  const rows = new Map(selection.rows);
  if (isIn) rows.set(key, row);
  else rows.delete(key);
  return { kind: 'rows', rows };
}
