import { csvLines, csvText } from '@gwanje/domain/formats/csv';
import { useEffect, useRef, useState } from 'react';
import { callWith } from '#core/api/client.ts';
import type { CellContext, ListColumn, ListEndpoint } from '../define-list.ts';
import type { ListBody, ListScope } from './list-address.ts';

const EXPORT_PAGE_CNT = 1000;

interface Progress {
  readonly doneCnt: number;
  readonly totalCnt: number;
}

interface AllRowsRequest<Row> {
  readonly endpoint: ListEndpoint<Row>;
  readonly scope: ListScope;
  readonly body: ListBody;
  readonly rowKey: (row: Row) => string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Every row of a result, page by page. A row that moved to the next page meanwhile is returned once. */
export async function* allRowPages<Row>(result: AllRowsRequest<Row>): AsyncGenerator<readonly Row[]> {
  const { endpoint, scope, body, rowKey, signal, onProgress } = result;
  const seen = new Set<string>();
  for (let pageNo = 1; ; pageNo++) {
    const answer = await callWith(endpoint, {
      params: { ...scope.params, pageNo, pageCnt: EXPORT_PAGE_CNT },
      body,
      signal,
    });
    signal.throwIfAborted();
    const fresh = answer.list.filter((row) => !seen.has(rowKey(row)));
    for (const row of fresh) seen.add(rowKey(row));
    onProgress({ doneCnt: Math.min(pageNo * EXPORT_PAGE_CNT, answer.totalCnt), totalCnt: answer.totalCnt });
    yield fresh;
    if (answer.list.length === 0 || pageNo * EXPORT_PAGE_CNT >= answer.totalCnt) return;
  }
}

/** The parts of a CSV file with the shown columns. */
export async function csvPieces<Row>(
  result: AllRowsRequest<Row>,
  columns: readonly ListColumn<Row>[],
  context: CellContext,
): Promise<string[]> {
  const exported = columns.flatMap(({ csv, ...column }) => (csv ? [{ ...column, csv }] : []));
  const heads = exported.map(({ label, quantity }) => {
    const unit = quantity && csvUnits[quantity];
    return unit ? `${context.t(label)} (${unit})` : context.t(label);
  });
  const pieces = [csvText([heads])];
  for await (const rows of allRowPages(result))
    pieces.push(csvLines(rows.map((row) => exported.map(({ csv }) => csv(row, context)))));
  return pieces;
}

const csvUnits = {
  cores: 'cores',
  bytes: 'bytes',
  bytesPerSecond: 'bytes/s',
  perSecond: '/s',
  percent: '%',
  count: '',
  days: '',
} as const;

/** Runs a task over all pages of a result: one at a time, with progress; the user or leaving the page stops it. */
export function useAllRowsTask(onFailed: (error: unknown) => void) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(task: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ doneCnt: 0, totalCnt: 0 });
    try {
      await task(controller.signal, setProgress);
    } catch (error) {
      if (!controller.signal.aborted) onFailed(error);
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, run, cancel: () => running.current?.abort() };
}
