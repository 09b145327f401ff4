import { useCallback, useMemo, useState } from 'react';
import { placeOf } from '../lines/line-store.ts';
import { compareRows, type LogLine, type LogRow } from '../lines/log-row.ts';

interface Range {
  readonly from: LogRow;
  readonly to: LogRow;
}

/** Lines that a person chose by their times: a click begins, Shift and a click extends. */
export function useRowSelection(rows: readonly LogRow[]) {
  const [range, setRange] = useState<Range | null>(null);
  const select = useCallback((row: LogRow, isRange: boolean) => {
    setRange((before) => {
      if (isRange && before) return { ...before, to: row };
      return before?.from === row && before.to === row ? null : { from: row, to: row };
    });
  }, []);
  const clear = useCallback(() => setRange(null), []);
  const ends = useMemo(() => range && [range.from, range.to].toSorted(compareRows), [range]);
  const isSelected = useCallback(
    (row: LogRow) => {
      const [first, last] = ends ?? [];
      return (
        first !== undefined &&
        last !== undefined &&
        compareRows(first, row) <= 0 &&
        compareRows(row, last) <= 0
      );
    },
    [ends],
  );
  const selected = useMemo((): readonly LogLine[] => {
    const [first, last] = ends ?? [];
    if (!first || !last) return [];
    const between = rows.slice(placeOf(rows, first), placeOf(rows, last) + 1);
    return between.filter((row) => row.kind === 'line').filter(isSelected);
  }, [ends, rows, isSelected]);
  return { select, clear, isSelected, selected };
}
