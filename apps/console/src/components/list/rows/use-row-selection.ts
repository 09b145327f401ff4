import type { GridSelection } from '@gwanje/ui/list/model/grid-types';
import { useRef, useState } from 'react';
import type { ListPages } from '../state/use-list-pages.ts';
import { isSelected, NOTHING_SELECTED, type Selection, selectedCnt, withRow } from './selection.ts';

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
        if (selection.kind === 'all' || isEveryLoaded) setSelection(NOTHING_SELECTED);
        else
          setSelection(
            loadedRows.reduce<Selection<Row>>(
              (next, row) => withRow(next, rowKey(row), row, true),
              selection,
            ),
          );
      },
    };
  }

  return { selection, setSelection, inGrid };
}
