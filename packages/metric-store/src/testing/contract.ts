import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type LatestAnswer,
  type MetricStore,
  MetricStoreError,
  type SampleBatch,
  type Series,
  type SeriesQuery,
} from '../interface.ts';
import { HOUR_MS, history, IDS, START_MS } from './history.ts';
import { Model } from './model.ts';

export interface Subject {
  readonly store: MetricStore;
  /** Makes appended samples visible to queries, and closes buckets that are due. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const SEED = 20240115;
const METRICS = ['cpuUsedCores', 'memUsedBytes', 'netRxBps'] as const;
const DAY_MS = 24 * HOUR_MS;

const badBatches: readonly { name: string; ids: number[]; columns: Record<string, number[]> }[] = [
  { name: 'an unknown metric', columns: { noSuchThing: [1] }, ids: [1] },
  { name: 'a column longer than the ids', columns: { cpuUsedCores: [1, 2] }, ids: [1] },
  { name: 'an infinite value', columns: { cpuUsedCores: [Number.POSITIVE_INFINITY] }, ids: [1] },
  { name: 'the id 0', columns: { cpuUsedCores: [1] }, ids: [0] },
  { name: 'a metric named like a property of Object', columns: { constructor: [1] }, ids: [1] },
];

/** The behaviour that every metric store must have. */
export function storeContract(open: (now: () => number) => Promise<Subject>): void {
  describe('after twelve days with gaps, late and duplicate samples and a deleted object', () => {
    const model = new Model();
    let nowMs = START_MS;
    let subject: Subject;

    beforeAll(async () => {
      subject = await open(() => nowMs);
      let settledMs = 0;
      for (const step of history(SEED)) {
        nowMs = step.nowMs;
        model.append(step.batches);
        await subject.store.append(step.batches);
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

    test('series of random ranges match a plain list of samples', async () => {
      await fc.assert(
        fc.asyncProperty(queries, async ({ ids, metrics, fromMs, lengthMs, maxPoints }) => {
          const range = { fromMs, toMs: fromMs + lengthMs, maxPoints };
          const query: SeriesQuery = { scope: 'pod', ids, metrics, ...range };
          const expected = model.series(query, nowMs);
          const found = await subject.store.series(query);
          expect({ ...found, series: [] }).toEqual({ ...expected, series: [] });
          expectSame(found.series, expected.series);
        }),
        { seed: SEED, numRuns: 25 },
      );
    }, 120_000);

    test('rankings of random ranges match a plain list of samples', async () => {
      await fc.assert(
        fc.asyncProperty(queries, fc.constantFrom(1, 3, 10), async ({ metrics, fromMs, lengthMs }, limit) => {
          const metric = metrics[0] ?? 'cpuUsedCores';
          const query = { scope: 'pod', metric, fromMs, toMs: fromMs + lengthMs, limit } as const;
          const expected = model.top(query, IDS, nowMs);
          const found = await subject.store.top(query);
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expectClose(
            found.map(({ avg }) => avg),
            expected.map(({ avg }) => avg),
            'avg',
          );
        }),
        { seed: SEED, numRuns: 15 },
      );
    }, 120_000);

    test('aggregates of random ranges match a plain list of samples', async () => {
      await fc.assert(
        fc.asyncProperty(queries, async ({ ids, metrics, fromMs, lengthMs }) => {
          const query = { scope: 'pod', ids, metrics, fromMs, toMs: fromMs + lengthMs } as const;
          const expected = model.aggregate(query, nowMs);
          const found = await subject.store.aggregate(query);
          expect(found.map(({ id, metric }) => [id, metric])).toEqual(
            expected.map(({ id, metric }) => [id, metric]),
          );
          for (const part of ['avg', 'max'] as const)
            expectClose(
              found.map(({ value }) => value?.[part] ?? null),
              expected.map(({ value }) => value?.[part] ?? null),
              part,
            );
        }),
        { seed: SEED, numRuns: 20 },
      );
    }, 120_000);

    test.each([1, 15, 120, 1440, 2800])(
      'the newest rows of the last %i minutes are found',
      async (minutes) => {
        const sinceMs = nowMs - minutes * 60_000;
        const found = await subject.store.latest({ scope: 'pod', sinceMs });
        const expected = model.latest('pod', METRICS, IDS, sinceMs, nowMs + HOUR_MS);
        expect(byId(found)).toEqual(expected);
        const named = await subject.store.latest({ scope: 'pod', sinceMs, ids: [...IDS, 999_999] });
        expect(byId(named)).toEqual(expected);
      },
    );

    test('a deleted object has values only in its lifetime', async () => {
      const range = { fromMs: START_MS, toMs: START_MS + 8 * HOUR_MS, maxPoints: 8 };
      const query = { scope: 'pod', ids: [5], metrics: ['cpuUsedCores'], ...range } as const;
      const { series, stepMs } = await subject.store.series(query);
      expect(stepMs).toBe(HOUR_MS);
      const isKnown = series[0]?.avg.map((value) => value !== null);
      expect(isKnown).toEqual([true, true, ...new Array(6).fill(false)]);
    });

    test.each(badBatches)('$name is refused as bad input', async ({ columns, ids }) => {
      const appending = subject.store.append([{ scope: 'pod', tsMs: nowMs, ids, columns }]);
      await expect(appending).rejects.toSatisfy(
        (error) => error instanceof MetricStoreError && error.kind === 'badInput',
      );
    });
  });

  describeLatest(open);
  describeMany(open);
}

/** Some engines limit the size of queries. */
function describeMany(open: (now: () => number) => Promise<Subject>): void {
  test('one query may request all objects of a large cluster', async () => {
    const nowMs = START_MS + HOUR_MS;
    // A separate store, because Prometheus may lose a series that begins while it compacts old data.
    const { store, settle, stop } = await open(() => nowMs);
    onTestFinished(stop);
    const ids = Array.from({ length: 12_000 }, (_, at) => 7_000_000 + at);
    const tsMs = nowMs - 60_000;
    const columns = { cpuUsedCores: ids.map((_, at) => at / 8), memUsedBytes: ids };
    await store.append([{ scope: 'container', tsMs, ids, columns }]);
    await settle();
    const span = { fromMs: nowMs - 15 * 60_000, toMs: nowMs };
    const wanted = [77, ...ids];
    const scope = 'container';
    const top = await store.top({ scope, metric: 'cpuUsedCores', ids: wanted, limit: 3, ...span });
    expect(top.map(({ id }) => id)).toEqual([7_011_999, 7_011_998, 7_011_997]);

    const some = wanted.slice(0, 2000);
    const metrics = ['cpuUsedCores', 'memUsedBytes'];
    const { series } = await store.series({ scope, ids: some, metrics, maxPoints: 1, ...span });
    const expectedOf = (id: number, metric: string) =>
      id === 77 ? null : metric === 'memUsedBytes' ? id : (id - 7_000_000) / 8;
    expect(
      series.map(({ id, metric, max }) => [id, metric, max.find((value) => value !== null) ?? null]),
    ).toEqual(some.flatMap((id) => metrics.map((metric) => [id, metric, expectedOf(id, metric)])));
  }, 60_000);
}

/** The rows that a server reads when it restarts. */
function describeLatest(open: (now: () => number) => Promise<Subject>): void {
  test('the newest row of each object is found despite late, duplicate, empty or future rows', async () => {
    let nowMs = START_MS + 1000;
    const { store, settle, stop } = await open(() => nowMs);
    onTestFinished(stop);
    const model = new Model();
    const add = async (...batches: SampleBatch[]) => {
      model.append(batches);
      await store.append(batches);
    };
    const at = (tsMs: number, ids: number[], columns: SampleBatch['columns']) =>
      ({ scope: 'pod', tsMs, ids, columns }) as const;
    const ids = [1, 2, 3, 4, 5, 6];
    await add(at(START_MS, ids, { cpuUsedCores: ids.map((id) => id / 8), procCnt: ids.map((id) => id) }));
    nowMs = START_MS + 20 * 60_000;
    await settle();
    const recent = at(nowMs - 5000, [1, 2, 3], { cpuUsedCores: [0.5, null, 0.25], memUsedBytes: [1, 2, 3] });
    await add(recent, at(nowMs - 20_000, [1, 2, 3], { cpuUsedCores: [4, 4, 4], procCnt: [9, 9, 9] }));
    // Duplicates, rows without a known value, and rows of a bucket that is already closed.
    await add(recent, at(nowMs - 1000, [2, 4], { cpuUsedCores: [null, null] }));
    await add(at(START_MS + 30_000, [5, 1], { cpuUsedCores: [0.75, 0.75] }));
    await add(at(START_MS - 30_000, [6, 7], { procCnt: [70, 71] }));
    await settle();
    const check = async (sinceMs: number) => {
      const metrics = ['cpuUsedCores', 'memUsedBytes', 'procCnt'];
      const expected = model.latest('pod', metrics, [...ids, 7], sinceMs, nowMs);
      expect(byId(await store.latest({ scope: 'pod', sinceMs }))).toEqual(expected);
      return [...expected.keys()];
    };
    expect(await check(START_MS - HOUR_MS)).toEqual([...ids, 7]);
    expect(await check(START_MS)).toEqual(ids);
    expect(await check(START_MS + 1)).toEqual([1, 2, 3, 5]);
    expect(await check(nowMs - 10_000)).toEqual([1, 2, 3]);
    expect(await check(nowMs - 2000)).toEqual([]);

    nowMs += 20 * 60_000;
    await settle();
    await store.append([at(nowMs + 3 * HOUR_MS, [3], { procCnt: [1] })]);
    await settle();
    expect(await check(START_MS - HOUR_MS)).toEqual([...ids, 7]);
    expect(byId(await store.latest({ scope: 'container', sinceMs: START_MS }))).toEqual(new Map());
  }, 60_000);
}

function byId({ ids, tsMs, columns }: LatestAnswer): Map<number, Record<string, number>> {
  expect(new Set(ids).size).toBe(ids.length);
  return new Map(
    [...ids].map((id, row) => {
      const known = Object.entries(columns)
        .map(([metric, values]): [string, number] => [metric, values[row] ?? Number.NaN])
        .filter(([, value]) => !Number.isNaN(value));
      return [id, { tsMs: tsMs[row] ?? 0, ...Object.fromEntries(known) }];
    }),
  );
}

/** Engines differ in the rounding of the last digits. */
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
