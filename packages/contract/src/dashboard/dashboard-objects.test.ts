import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DashboardTable, decodeDashboardObjects, encodeDashboardObjects } from './dashboard-objects.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly value: number;
}

/** The tiles are in the reverse order of the table. */
function tableOf(rows: readonly Row[]): DashboardTable {
  return {
    serverTime: '2026-11-17T03:12:00.000Z',
    isTruncated: false,
    followingCnt: 0,
    groupList: [{ id: null, name: '', cnt: rows.length }],
    id: Uint32Array.from(rows, ({ id }) => id),
    name: rows.map(({ name }) => name),
    row: Uint32Array.from(rows, (_, at) => rows.length - 1 - at),
    group: Uint32Array.from(rows, (_, at) => at % 3),
    value: Float32Array.from(rows.toReversed(), ({ value }) => value),
    monResult: Uint8Array.from(rows, (_, at) => at % 5),
    isStale: Uint8Array.from(rows, (_, at) => at % 2),
  };
}

const anyRow = fc.record({
  id: fc.nat({ max: 2 ** 32 - 1 }),
  name: fc.string({ unit: 'binary' }),
  value: fc.float(),
});

describe('the objects of the dashboard', () => {
  it('are decoded in drawing order, for any ids, names and values', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const table = tableOf(rows);
        const { id, name, row: _row, ...same } = table;
        expect(decodeDashboardObjects(encodeDashboardObjects(table).buffer)).toEqual({
          ...same,
          id: Uint32Array.from(id.toReversed()),
          name: name.toReversed(),
        });
      }),
    );
  });

  it('keep the code and message of an envelope at the front', () => {
    const bytes = encodeDashboardObjects(tableOf([{ id: 7, name: 'web', value: 1 }]));
    const headerBytes = new DataView(bytes.buffer).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerBytes)));
    expect(header).toMatchObject({ code: 200, message: 'OK', data: { name: ['web'] } });
  });

  it('are refused when a byte is missing or added', () => {
    const bytes = encodeDashboardObjects(tableOf([{ id: 7, name: '웹', value: 1 }]));
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeDashboardObjects(bytes.slice(0, length).buffer)).toThrow('dashboard objects: ');
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    expect(() => decodeDashboardObjects(longer.buffer)).toThrow('does not have its length');
  });

  it('decode to objects or to a clear error for any bytes', () => {
    const rows = ['web', 'api'].map((name, id) => ({ id, name, value: id }));
    const bytes = encodeDashboardObjects(tableOf(rows));
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const changed = bytes.slice();
        changed[at] = byte;
        try {
          expect(decodeDashboardObjects(changed.buffer).name).toHaveLength(2);
        } catch (error) {
          expect(String(error)).toContain('dashboard objects: ');
        }
      }),
    );
  });

  it('are refused when a tile names a missing object', () => {
    const table = { ...tableOf([{ id: 7, name: 'web', value: 1 }]), row: Uint32Array.of(1) };
    expect(() => decodeDashboardObjects(encodeDashboardObjects(table).buffer)).toThrow('tile 0 has no name');
  });
});
