import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowLayout, rowAt, topOf } from './row-tops.ts';

interface Row {
  height: number;
}

const rowsOf = (...heights: readonly number[]): Row[] => heights.map((height) => ({ height }));
const shown = (tops: Float64Array) => Array.from(tops, (_top, at) => topOf(tops, at));
const height = (row: Row) => row.height;

test('finds the row at a height', () => {
  const tops = new RowLayout<Row>().topsOf(rowsOf(20, 40, 20), height);
  expect(shown(tops)).toEqual([0, 20, 60, 80]);
  expect([-5, 0, 19, 20, 59, 60, 500].map((px) => rowAt(tops, px))).toEqual([0, 0, 0, 1, 1, 2, 2]);
  expect(rowAt(new RowLayout<Row>().topsOf([], height), 10)).toBe(0);
});

test('reads the heights of new rows only', () => {
  const layout = new RowLayout<Row>();
  const [first, ...rest] = rowsOf(20, 40, 20);
  layout.topsOf(first ? [first, ...rest] : [], height);
  const more = rowsOf(28, 20);
  const read: Row[] = [];
  const tops = layout.topsOf([...rest, ...more], (row) => {
    read.push(row);
    return row.height;
  });
  expect(read).toEqual(more);
  expect(shown(tops)).toEqual([0, 40, 60, 88, 108]);
});

test('has the same tops as a new layout after any changes of rows and heights', () => {
  const change = fc.record({
    dropped: fc.nat(6),
    appended: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 }),
    inserted: fc.option(fc.nat(20)),
    removed: fc.option(fc.nat(20)),
    changed: fc.option(fc.nat(20)),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const layout = new RowLayout<Row>();
      let rows: readonly Row[] = [];
      for (const { dropped, appended, inserted, removed, changed } of changes) {
        let next = [...rows.slice(dropped), ...rowsOf(...appended)];
        if (inserted !== null) next.splice(inserted, 0, { height: 7 });
        if (removed !== null) next = next.filter((_row, at) => at !== removed);
        const row = changed === null ? undefined : next[changed];
        if (row) {
          row.height += 13;
          layout.change([row]);
        }
        rows = next;
        const tops = layout.topsOf(rows, height);
        expect(shown(tops)).toEqual(shown(new RowLayout<Row>().topsOf(rows, height)));
      }
    }),
  );
});
