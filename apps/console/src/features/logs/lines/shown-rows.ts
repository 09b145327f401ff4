import type { LogLevel } from './line-level.ts';
import type { LogLine, LogRow } from './log-row.ts';

export interface RowFilter {
  readonly hiddenSources: ReadonlySet<number>;
  /** Empty: lines of all levels, and lines without one. */
  readonly levels: ReadonlySet<LogLevel>;
  /** Lines that match are shown with this many lines before and after them; null: all lines are shown. */
  readonly contextLines: number | null;
  readonly isMatch: (line: LogLine) => boolean;
  readonly isExcluded: (line: LogLine) => boolean;
}

export interface ShownRows {
  readonly rows: readonly LogRow[];
  /** The indexes of the rows that match. */
  readonly matches: readonly number[];
  readonly lineCnt: number;
}

const NO_MATCHES: readonly number[] = [];

/** Without a filter nothing is gone through: lines may come sixty times a second. */
export function allRows(rows: readonly LogRow[], lineCnt: number): ShownRows {
  return { rows, matches: NO_MATCHES, lineCnt };
}

/** Marks stay: they say where lines are missing. */
export function shownRows(all: readonly LogRow[], filter: RowFilter): ShownRows {
  const { hiddenSources, levels, contextLines, isMatch, isExcluded } = filter;
  const rows: LogRow[] = [];
  const matches: number[] = [];
  let lineCnt = 0;
  /** The last lines that were not shown, as context of the next match. */
  let before: LogLine[] = [];
  let afterCnt = 0;
  const show = (line: LogLine) => {
    lineCnt += 1;
    rows.push(line);
  };
  for (const row of all) {
    if (hiddenSources.has(row.source)) continue;
    if (row.kind === 'mark') {
      rows.push(row);
      continue;
    }
    if (levels.size > 0 && (row.level === null || !levels.has(row.level))) continue;
    if (isExcluded(row)) continue;
    const matched = isMatch(row);
    if (matched) {
      for (const line of before) show(line);
      before = [];
      matches.push(rows.length);
      afterCnt = contextLines ?? 0;
      show(row);
    } else if (contextLines === null) show(row);
    else if (afterCnt > 0) {
      afterCnt -= 1;
      show(row);
    } else if (contextLines > 0) {
      before.push(row);
      if (before.length > contextLines) before.shift();
    }
  }
  return { rows, matches, lineCnt };
}
