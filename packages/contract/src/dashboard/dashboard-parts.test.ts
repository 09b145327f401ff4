import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DashboardObjects, type DashboardTable, encodeDashboardObjects } from './dashboard-objects.ts';
import { DashboardPartReader, mergeDashboardParts } from './dashboard-parts.ts';

interface Tile {
  readonly id: number;
  readonly group: string;
  readonly value: number;
}

/** One part as the server makes it: groups by name, the unnamed one last, the largest value first. */
function partOf(tiles: readonly Tile[], followingCnt = 0): DashboardTable {
  const names = [...new Set(tiles.map(({ group }) => group))].sort(
    (a, b) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1),
  );
  const inOrder = names.flatMap((name) =>
    tiles.filter(({ group }) => group === name).sort((a, b) => keyOf(a.value) - keyOf(b.value) || 0),
  );
  return {
    serverTime: '2026-11-17T03:12:00.000Z',
    isTruncated: false,
    followingCnt,
    groupList: names.map((name) => ({
      id: null,
      name,
      cnt: tiles.filter(({ group }) => group === name).length,
    })),
    id: Uint32Array.from(inOrder, ({ id }) => id),
    name: inOrder.map(({ id }) => `pod-${id}`),
    row: Uint32Array.from(inOrder, (_, at) => at),
    group: Uint32Array.from(inOrder, ({ group }) => names.indexOf(group)),
    value: Float32Array.from(inOrder, ({ value }) => value),
    monResult: Uint8Array.from(inOrder, ({ id }) => id % 5),
    isStale: Uint8Array.from(inOrder, ({ id }) => id % 2),
  };
}

function keyOf(value: number): number {
  return Number.isNaN(value) ? Number.MAX_VALUE : -value;
}

function decoded({ row: _row, ...columns }: DashboardTable): DashboardObjects {
  return columns;
}

/** Splits bytes at these places. */
function* chunksOf(bytes: Uint8Array, places: readonly number[]): Generator<Uint8Array> {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    yield bytes.slice(from, end);
    from = end;
  }
}

const anyTiles = fc
  .array(fc.record({ group: fc.constantFrom('a', 'b-c', 'b', ''), value: fc.constantFrom(0, 1, 2, -1, NaN) }))
  .map((tiles) => tiles.map((tile, at) => ({ ...tile, id: 2 ** 24 + at })));

describe('an answer in parts', () => {
  it('is read in chunks of any length, also with ids above 2^24', () => {
    fc.assert(
      fc.property(fc.array(anyTiles, { minLength: 1 }), fc.array(fc.nat()), (parts, places) => {
        const tables = parts.map((tiles, at) => partOf(tiles, parts.length - 1 - at));
        const all = Buffer.concat(tables.map((table) => encodeDashboardObjects(table)));
        const reader = new DashboardPartReader();
        const read = [...chunksOf(all, places)].flatMap((chunk) => reader.add(chunk));
        expect(read).toEqual(tables.map(decoded));
        expect(reader.pendingBytes).toBe(0);
      }),
    );
  });

  it('has pending bytes when it ends within a part', () => {
    const bytes = encodeDashboardObjects(partOf([{ id: 1, group: '', value: 1 }]));
    const reader = new DashboardPartReader();
    expect(reader.add(bytes.subarray(0, bytes.length - 1))).toEqual([]);
    expect(reader.pendingBytes).toBe(bytes.length - 1);
    expect(reader.add(bytes.subarray(bytes.length - 1))).toHaveLength(1);
  });

  it('merges into the answer that one part would have been, wherever it is split', () => {
    fc.assert(
      fc.property(anyTiles, fc.array(fc.nat()), (tiles, places) => {
        const ends = [...places.map((place) => place % (tiles.length + 1)), tiles.length].sort(
          (a, b) => a - b,
        );
        const parts = ends.map((end, at) => decoded(partOf(tiles.slice(ends[at - 1] ?? 0, end))));
        const merged = mergeDashboardParts(parts, 'CPU_USED_LIMIT');
        const whole = decoded(partOf(tiles));
        expect(merged.groupList).toEqual(whole.groupList);
        expect(merged).toEqual(whole);
      }),
    );
  });

  it('sorts states worst first', () => {
    const parts = [3, 0, 1].map((state) => decoded(partOf([{ id: state, group: '', value: state }])));
    expect([...mergeDashboardParts(parts, 'MON_RESULT').value]).toEqual([0, 1, 3]);
    expect([...mergeDashboardParts(parts, 'NET_RX').value]).toEqual([3, 1, 0]);
  });

  it('takes the number of following objects from the last part that has arrived', () => {
    const [first, second] = [partOf([{ id: 1, group: '', value: 1 }], 2), partOf([], 1)].map(decoded);
    if (!first || !second) throw new Error('two parts');
    expect(mergeDashboardParts([first], 'NET_RX').followingCnt).toBe(2);
    expect(mergeDashboardParts([first, second], 'NET_RX').followingCnt).toBe(1);
  });
});
