import type { ServerFigures } from '@gwanje/contract/settings/installation';
import { expect, it } from 'vitest';
import { sumEngines, sumIngest } from './server-figures.ts';

const INGEST = {
  batchesPs: 1,
  rowsPs: 10,
  eventsPs: 0,
  refusedPs: 0,
  droppedPs: null,
  queuedBatchCnt: 2,
  waitingRowCnt: 3,
};

function figures(given: Partial<ServerFigures>): ServerFigures {
  return {
    ingest: INGEST,
    isEvaluating: true,
    engineList: [],
    rssBytes: 1,
    diskFreeBytes: 1,
    diskBytes: 1,
    ...given,
  };
}

it('adds the ingest of all servers, also of one that has no rates yet', () => {
  const starting = { ...INGEST, batchesPs: null, rowsPs: null, queuedBatchCnt: 1 };
  expect(sumIngest([figures({}), figures({}), figures({ ingest: starting })])).toEqual({
    batchesPs: 2,
    rowsPs: 20,
    eventsPs: 0,
    refusedPs: 0,
    droppedPs: null,
    queuedBatchCnt: 5,
    waitingRowCnt: 9,
  });
});

it('adds what waits for an engine on every server, and shows an engine that one server does not reach', () => {
  const engine = { name: 'http://vm-0', isAnswering: true, waitingBytes: 5, lostCnt: 1 };
  const other = { ...engine, name: 'http://vm-1' };
  const [one, two] = [
    [engine, other],
    [{ ...engine, isAnswering: false }, other],
  ];
  expect(sumEngines([figures({ engineList: one }), figures({ engineList: two })])).toEqual([
    { name: 'http://vm-0', isAnswering: false, waitingBytes: 10, lostCnt: 2 },
    { name: 'http://vm-1', isAnswering: true, waitingBytes: 10, lostCnt: 2 },
  ]);
});
