import { diffLines } from 'diff';
import { linesOf } from './yaml-text.ts';

export interface DiffRow {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** The line number before; null for an added line. */
  readonly beforeNo: number | null;
  readonly afterNo: number | null;
}

/** Rows that follow each other. Folded blocks hold equal rows far from a change. */
export interface DiffBlock {
  readonly isFolded: boolean;
  readonly rows: readonly DiffRow[];
}

/** The equal rows around each change. */
const CONTEXT_ROWS = 3;
/** Fewer equal rows are not worth a fold. */
const MIN_FOLDED_ROWS = 4;
/** More changed lines than this are found to be entirely different, so that the browser stays responsive. */
const MAX_CHANGED_LINES = 1000;

export function diffBlocks(before: string, after: string): DiffBlock[] {
  return folded(diffRows(before, after));
}

function diffRows(before: string, after: string): DiffRow[] {
  const parts = diffLines(before, after, { maxEditLength: MAX_CHANGED_LINES }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  let [beforeNo, afterNo] = [0, 0];
  return parts.flatMap(({ added, removed, value }) =>
    linesOf(value).map((text): DiffRow => {
      if (!added) beforeNo += 1;
      if (!removed) afterNo += 1;
      return {
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text,
        beforeNo: added ? null : beforeNo,
        afterNo: removed ? null : afterNo,
      };
    }),
  );
}

function folded(rows: readonly DiffRow[]): DiffBlock[] {
  const blocks: DiffBlock[] = [];
  const add = (isFolded: boolean, part: readonly DiffRow[]) => {
    if (part.length > 0) blocks.push({ isFolded, rows: part });
  };
  let from = 0;
  while (from < rows.length) {
    const isSame = rows[from]?.kind === 'same';
    let to = from;
    while (to < rows.length && (rows[to]?.kind === 'same') === isSame) to += 1;
    const head = from === 0 ? 0 : CONTEXT_ROWS;
    const tail = to === rows.length ? 0 : CONTEXT_ROWS;
    if (isSame && to - from >= head + tail + MIN_FOLDED_ROWS) {
      add(false, rows.slice(from, from + head));
      add(true, rows.slice(from + head, to - tail));
      add(false, rows.slice(to - tail, to));
    } else add(false, rows.slice(from, to));
    from = to;
  }
  return blocks;
}
