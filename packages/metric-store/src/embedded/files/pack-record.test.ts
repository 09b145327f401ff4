import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteSource, PackSink } from './pack-ints.ts';
import { newPoints, type RecordKind, RecordReader, RecordWriter } from './pack-record.ts';

const START_MS = Date.UTC(2024, 0, 15);

const numbers = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
  fc.maxSafeInteger(),
  fc.constantFrom(2 ** 24 - 1, 2 ** 24, 2 ** 31, 2 ** 32, 2 ** 48, 2 ** 53 - 1, -(2 ** 53) + 1),
);

test('integers of any width are read as written, block after block', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(numbers, { maxLength: 70 }), { maxLength: 6 }),
      fc.nat(5),
      (blocks, skipped) => {
        const sink = new PackSink();
        for (const block of blocks) sink.ints(Float64Array.from(block), block.length);
        const source = new ByteSource(sink.bytes.slice(0, sink.length + 4));
        const found = blocks.map((block, index) => {
          const into = new Float64Array(block.length);
          if (index === skipped) source.skipInts(block.length);
          else source.ints(into, block.length);
          return [...into];
        });
        expect(found).toEqual(blocks.map((block, index) => (index === skipped ? block.map(() => 0) : block)));
        expect(source.at).toBe(sink.length);
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});

test('fractions and sums beyond 2^53 are stored exactly', () => {
  const values = [2 ** 60, 0.5, -(2 ** 55)];
  const sink = new PackSink();
  sink.ints(Float64Array.from(values), 3);
  const into = new Float64Array(3);
  new ByteSource(sink.bytes).ints(into, 3);
  expect([...into]).toEqual(values);
});

const rows = fc.uniqueArray(
  fc.record({
    at: fc.nat(899_999),
    a: fc.option(fc.nat(1e9)),
    b: fc.option(fc.nat(1e6).map((pages) => pages * 4096)),
  }),
  { minLength: 1, maxLength: 700, selector: ({ at }) => at },
);

test.each(['raw', 'rollup'] satisfies RecordKind[])('a %s record is read as written', (kind) => {
  fc.assert(
    fc.property(rows, (unsorted) => {
      const sorted = unsorted.toSorted((x, y) => x.at - y.at);
      const sink = new PackSink();
      const writer = new RecordWriter(kind, START_MS, sink);
      writer.times(
        Float64Array.from(sorted, ({ at }) => START_MS + at),
        sorted.length,
      );
      for (const metric of ['a', 'b'] as const) {
        const points = newPoints(sorted.length, kind);
        sorted.forEach((row, index) => {
          const value = row[metric];
          if (value === null) return;
          const i = points.count++;
          points.rows[i] = index;
          points.low[i] = value;
          if (kind === 'raw') return;
          points.n[i] = index + 1;
          points.high[i] = value + 4096 * (index % 3);
          points.sum[i] = value * (index + 1) + 4096;
        });
        writer.points(points, sorted.length);
      }
      const reader = new RecordReader(kind, START_MS);
      reader.open(sink.bytes, 0);
      expect([...reader.times.subarray(0, reader.rowCnt)]).toEqual(sorted.map(({ at }) => START_MS + at));
      for (const metric of ['a', 'b'] as const) {
        const { count, rows, n, low, high, sum } = reader.next();
        const found = Array.from({ length: count }, (_, i) => [rows[i], n[i], low[i], high[i], sum[i]]);
        const expected = sorted.flatMap((row, index) => {
          const value = row[metric];
          if (value === null) return [];
          if (kind === 'raw') return [[index, 1, value, value, value]];
          return [[index, index + 1, value, value + 4096 * (index % 3), value * (index + 1) + 4096]];
        });
        expect(found).toEqual(expected);
      }
    }),
    { seed: 7, numRuns: 100 },
  );
});
