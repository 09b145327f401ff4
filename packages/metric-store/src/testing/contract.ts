import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MetricStore, MetricStoreError, type Series, type SeriesQuery } from '../interface.ts';
import { HOUR_MS, history, IDS, START_MS } from './history.ts';
import { Model } from './model.ts';

export interface Subject {
  readonly store: MetricStore;
  /** What was appended is found from now on, buckets that are due are closed. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const SEED = 20240115;
const METRICS = ['cpuUsedCores', 'memUsedBytes', 'netRxBps'] as const;
const DAY_MS = 24 * HOUR_MS;

const badBatches: readonly { name: string; ids: number[]; columns: Record<string, number[]> }[] = [
  { name: 'an unknown metric', columns: { noSuchThing: [1] }, ids: [1] },
  { name: 'a column of another length', columns: { cpuUsedCores: [1, 2] }, ids: [1] },
  { name: 'an infinite value', columns: { cpuUsedCores: [Number.POSITIVE_INFINITY] }, ids: [1] },
  { name: 'an id that is none', columns: { cpuUsedCores: [1] }, ids: [0] },
  { name: 'a name inherited by every object', columns: { constructor: [1] }, ids: [1] },
];

/** What every metric store does, whatever it is made of. */
export function storeContract(open: (now: () => number) => Promise<Subject>): void {
  describe('after twelve days of gaps, late and doubled samples and a deleted object', () => {
    const model = new Model();
    let nowMs = START_MS;
    let subject: Subject;

    beforeAll(async () => {
      subject = await open(() => nowMs);
      let settledMs = 0;
      for (const chapter of history(SEED)) {
        nowMs = chapter.nowMs;
        model.append(chapter.batches);
        await subject.store.append(chapter.batches);
        if (nowMs - settledMs < 20 * 60_000) continue;
        await subject.settle();
        settledMs = nowMs;
      }
      await subject.settle();
    }, 240_000);

    afterAll(() => subject?.stop());

    function expectSame(found: readonly Series[], expected: readonly Series[]): void {
      expect(found.map(({ id, metric }) => [id, metric])).toEqual(
        expected.map(({ id, metric }) => [id, metric]),
      );
      found.forEach((series, index) => {
        for (const part of ['avg', 'min', 'max'] as const)
          expectClose(series[part], expected[index]?.[part] ?? [], `${series.id} ${series.metric} ${part}`);
      });
    }

    const queries = fc.record({
      ids: fc.uniqueArray(fc.constantFrom(...IDS, 77), { minLength: 1 }),
      metrics: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1 }),
      fromMs: fc.oneof(
        fc.integer({ min: START_MS - HOUR_MS, max: START_MS + 5 * HOUR_MS }),
        fc.integer({ min: START_MS - DAY_MS, max: START_MS + 13 * DAY_MS }),
      ),
      lengthMs: fc.oneof(
        fc.integer({ min: 1, max: 6 * HOUR_MS }),
        fc.integer({ min: HOUR_MS, max: 14 * DAY_MS }),
      ),
      maxPoints: fc.constantFrom(1, 2, 7, 60, 240, 720),
    });

    test('random ranges are answered as a plain list of samples would be', async () => {
      await fc.assert(
        fc.asyncProperty(queries, async ({ ids, metrics, fromMs, lengthMs, maxPoints }) => {
          const query: SeriesQuery = {
            scope: 'pod',
            ids,
            metrics,
            fromMs,
            toMs: fromMs + lengthMs,
            maxPoints,
          };
          const expected = model.series(query, nowMs);
          const found = await subject.store.series(query);
          expect({ ...found, series: [] }).toEqual({ ...expected, series: [] });
          expectSame(found.series, expected.series);
        }),
        { seed: SEED, numRuns: 60 },
      );
    }, 120_000);

    test('random rankings are those of a plain list of samples', async () => {
      await fc.assert(
        fc.asyncProperty(queries, fc.constantFrom(1, 3, 10), async ({ metrics, fromMs, lengthMs }, limit) => {
          const query = {
            scope: 'pod',
            metric: metrics[0] ?? 'cpuUsedCores',
            fromMs,
            toMs: fromMs + lengthMs,
            limit,
          } as const;
          const expected = model.top(query, IDS, nowMs);
          const found = await subject.store.top(query);
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expectClose(
            found.map(({ avg }) => avg),
            expected.map(({ avg }) => avg),
            'avg',
          );
        }),
        { seed: SEED, numRuns: 25 },
      );
    }, 120_000);

    test('the deleted object is still found, and only while it lived', async () => {
      const query = { scope: 'pod', ids: [5], metrics: ['cpuUsedCores'], maxPoints: 8 } as const;
      const { series, stepMs } = await subject.store.series({
        ...query,
        fromMs: START_MS,
        toMs: START_MS + 8 * HOUR_MS,
      });
      expect(stepMs).toBe(HOUR_MS);
      expect(series[0]?.avg.map((value) => value !== null)).toEqual([
        true,
        true,
        ...new Array(6).fill(false),
      ]);
    });

    test.each(badBatches)('$name is refused as bad input', async ({ columns, ids }) => {
      const appending = subject.store.append([{ scope: 'pod', tsMs: nowMs, ids, columns }]);
      await expect(appending).rejects.toSatisfy(
        (error) => error instanceof MetricStoreError && error.kind === 'badInput',
      );
    });
  });
}

/** Engines round in their own ways in the last digits. */
function expectClose(
  found: readonly (number | null)[],
  expected: readonly (number | null)[],
  what: string,
): void {
  const snapped = found.map((value, index) => (isClose(value, expected[index]) ? expected[index] : value));
  expect(snapped, what).toEqual(expected);
}

function isClose(a: number | null, b: number | null | undefined): boolean {
  return typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-11 * Math.abs(b);
}
