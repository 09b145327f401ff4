import { useRef, useState } from 'react';
import type { GridSelection } from '../grid/grid-types.ts';
import type { ListPages } from './use-list-pages.ts';

/** Selected rows, or all matching rows except some. The rows of "all" load only when an action needs them. */
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

/** The selected rows. They survive scrolling, refreshes and sorting; new conditions clear them. */
export function useRowSelection<Row>(rowKey: (row: Row) => string) {
  const [selection, setSelection] = useState<Selection<Row>>(NOTHING_SELECTED);
  const lastToggled = useRef<number | null>(null);

  function inGrid({ rowAt, loadedRows, totalCnt = 0 }: ListPages<Row>): GridSelection<Row> {
    const isEveryLoaded =
      loadedRows.length > 0 && loadedRows.every((row) => isSelected(selection, rowKey(row)));
    return {
      isSelected: (row) => isSelected(selection, rowKey(row)),
      head: selectedCnt(selection, totalCnt) === 0 ? 'none' : isEveryLoaded ? 'all' : 'some',
      onToggle: (row, index, withRange) => {
        const isIn = !isSelected(selection, rowKey(row));
        const from = withRange ? (lastToggled.current ?? index) : index;
        lastToggled.current = index;
        let next = selection;
        for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
          const between = rowAt(at);
          if (between !== undefined) next = withRow(next, rowKey(between), between, isIn);
        }
        setSelection(next);
      },
      onToggleHead: () => {
        let next: Selection<Row> = selection;
        for (const row of loadedRows) next = withRow(next, rowKey(row), row, true);
        setSelection(selection.kind === 'all' || isEveryLoaded ? NOTHING_SELECTED : next);
      },
    };
  }

  return { selection, setSelection, inGrid };
}
