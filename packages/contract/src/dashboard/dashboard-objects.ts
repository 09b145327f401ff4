import { z } from 'zod';
import { success } from '../definition/errors.ts';
import { ObjectId, Timestamp } from '../definition/fields.ts';

/**
 * The answer of the dashboard's objects: a JSON envelope followed by columns of numbers. Only JSON would take
 * twice the bytes and several times the time for 100,000 objects.
 *
 * Names and ids are in the order of the server's table, and `row` is the index of each tile in it: names of
 * one owner are then adjacent, which halves their compressed size. An id is sent as its difference from the
 * previous one.
 */
export const DASHBOARD_OBJECTS_FORMAT = `
One part, or several one after another. A part: two 32-bit little-endian numbers, the length of its envelope and the
number of its objects; a JSON envelope of that length (padded with spaces to a multiple of four); then these columns
without gaps, little-endian, each with as many entries as \`data.name\`:
\`idStep\` (uint32: the object's id less the one before, modulo 2^32, in the order of \`data.name\`),
\`row\` (uint32: of each tile in drawing order, the index of its object in \`data.name\` and \`idStep\`),
\`group\` (uint32: index into \`data.groupList\`),
\`value\` (float32: of the sort's metric, NaN where unknown, -1 for a limit that is not set; of a sort by state its rank, worst 0),
\`monResult\` (uint8: 0 critical, 1 warning, 2 stale, 3 normal, 4 unmonitored), \`isStale\` (uint8: 0 or 1).
\`data.followingCnt\`: about how many objects follow in further parts, 0 in the last part; an answer that ends before its
last part is incomplete. Each part has its own groups and order: merge groups of the same id and name.
\`data.isTruncated\`: a past instant has more matching objects than the server reads; choose fewer clusters.
`.trim();

const Header = z.object({
  code: z.literal(200),
  message: z.string(),
  data: z.object({
    serverTime: Timestamp,
    isTruncated: z.boolean(),
    followingCnt: z.int().nonnegative(),
    groupList: z.array(z.object({ id: ObjectId.nullable(), name: z.string(), cnt: z.int() })),
    // The loop that orders the names checks each of them.
    name: z.array(z.unknown()),
  }),
});

/** The server's form: `id` and `name` in table order, the other columns in drawing order. */
export interface DashboardTable {
  readonly serverTime: string;
  readonly isTruncated: boolean;
  /** About how many objects follow in further parts of the answer; 0 in the last part. */
  readonly followingCnt: number;
  readonly groupList: readonly { readonly id: number | null; readonly name: string; readonly cnt: number }[];
  readonly id: Uint32Array;
  readonly name: readonly string[];
  readonly row: Uint32Array;
  readonly group: Uint32Array;
  readonly value: Float32Array;
  readonly monResult: Uint8Array;
  readonly isStale: Uint8Array;
}

/** All columns in drawing order: by group, and in a group the worst or largest first. */
export type DashboardObjects = Omit<DashboardTable, 'row'>;

/** The length of the envelope and the number of objects. */
const PREAMBLE_BYTES = 8;
/** Four columns of four bytes, which keeps them aligned, then two columns of one byte. */
const BYTES_PER_OBJECT = 4 * 4 + 2;

export function encodeDashboardObjects(table: DashboardTable): Uint8Array<ArrayBuffer> {
  const { id, name, row, group, value, monResult, isStale, ...rest } = table;
  const json = new TextEncoder().encode(JSON.stringify(success({ ...rest, name })));
  const headerBytes = Math.ceil(json.length / 4) * 4;
  const bytes = new Uint8Array(PREAMBLE_BYTES + headerBytes + id.length * BYTES_PER_OBJECT);
  const preamble = new DataView(bytes.buffer);
  preamble.setUint32(0, headerBytes, true);
  preamble.setUint32(4, id.length, true);
  bytes.set(json, PREAMBLE_BYTES);
  bytes.fill(0x20, PREAMBLE_BYTES + json.length, PREAMBLE_BYTES + headerBytes);
  const columns = columnsIn(bytes.buffer, PREAMBLE_BYTES + headerBytes, id.length);
  for (let at = 0; at < id.length; at++) columns.idStep[at] = (id[at] ?? 0) - (id[at - 1] ?? 0);
  columns.row.set(row);
  columns.group.set(group);
  columns.value.set(value);
  columns.monResult.set(monResult);
  columns.isStale.set(isStale);
  return bytes;
}

/** The length of the part that begins with these bytes; undefined while its beginning is incomplete. */
export function partBytesOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < PREAMBLE_BYTES) return undefined;
  const preamble = new DataView(bytes.buffer, bytes.byteOffset, PREAMBLE_BYTES);
  return PREAMBLE_BYTES + preamble.getUint32(0, true) + preamble.getUint32(4, true) * BYTES_PER_OBJECT;
}

/** The columns of numbers are views into `buffer`. Throws when `buffer` is not one complete part. */
export function decodeDashboardObjects(buffer: ArrayBuffer): DashboardObjects {
  if (partBytesOf(new Uint8Array(buffer)) !== buffer.byteLength)
    throw new Error('dashboard objects: the part does not have its length');
  const headerBytes = new DataView(buffer).getUint32(0, true);
  if (headerBytes % 4 !== 0) throw new Error('dashboard objects: the header is not aligned');
  const { name: names, ...rest } = headerOf(new Uint8Array(buffer, PREAMBLE_BYTES, headerBytes));
  const cnt = names.length;
  if (cnt !== new DataView(buffer).getUint32(4, true))
    throw new Error(`dashboard objects: the part is not as long as ${cnt} objects are`);
  const { idStep, row, ...columns } = columnsIn(buffer, PREAMBLE_BYTES + headerBytes, cnt);
  const ids = new Uint32Array(cnt);
  for (let at = 0; at < cnt; at++) ids[at] = (ids[at - 1] ?? 0) + (idStep[at] ?? 0);
  const id = new Uint32Array(cnt);
  const name = new Array<string>(cnt);
  for (let at = 0; at < cnt; at++) {
    const from = row[at] ?? 0;
    const text = names[from];
    if (typeof text !== 'string') throw new Error(`dashboard objects: tile ${at} has no name`);
    name[at] = text;
    id[at] = ids[from] ?? 0;
  }
  return { ...rest, id, name, ...columns };
}

function headerOf(bytes: Uint8Array): z.output<typeof Header>['data'] {
  try {
    return Header.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).data;
  } catch (cause) {
    throw new Error('dashboard objects: the header is not an envelope', { cause });
  }
}

function columnsIn(buffer: ArrayBuffer, from: number, cnt: number) {
  const wide = (index: number) => from + index * 4 * cnt;
  return {
    idStep: new Uint32Array(buffer, wide(0), cnt),
    row: new Uint32Array(buffer, wide(1), cnt),
    group: new Uint32Array(buffer, wide(2), cnt),
    value: new Float32Array(buffer, wide(3), cnt),
    monResult: new Uint8Array(buffer, wide(4), cnt),
    isStale: new Uint8Array(buffer, wide(4) + cnt, cnt),
  };
}
