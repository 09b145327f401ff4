import { keptBytes } from '../../live/columns/kept-memory.ts';
import type { TileColumns } from '../../live/views/dashboard.ts';
import type { JsonNames } from './json-names.ts';
import { WORD, writeFigure, writeInteger } from './number-text.ts';

const COMMA = 0x2c;
const CLOSING = 0x5d;
/** Id, group, two states and a figure, each with its comma. */
const MOST_BYTES_A_TILE = 11 + 11 + 4 + 4 + 26;
const BYTES_OF_KEYS = 100;
/** Some milliseconds to write, and to compress. */
const TILES_A_PIECE = 25_000;

const room = keptBytes();

type WriteTiles = (at: number, from: number, to: number) => number;

/**
 * The columns as members of a JSON object, with the text before and after them, piece by piece: one can be compressed
 * while the next is written. They hold until others are asked for.
 */
export function* tileText(
  columns: TileColumns,
  names: JsonNames,
  before: string,
  after: string,
): Generator<Buffer, void> {
  const { id, group, monResult, value, isStale } = columns;
  const around = Buffer.byteLength(before) + Buffer.byteLength(after) + BYTES_OF_KEYS + WORD;
  const { buffer, byteOffset, length } = room.take(
    around + id.length * (names.longestBytes + MOST_BYTES_A_TILE),
  );
  const out = Buffer.from(buffer, byteOffset, length);
  const view = new DataView(buffer, byteOffset, length);
  const integers =
    (values: Int32Array | Uint32Array | Uint8Array): WriteTiles =>
    (at, from, to) =>
      writeIntegers(view, at, values.subarray(from, to));
  const lists: readonly (readonly [opening: string, write: WriteTiles])[] = [
    ['"id":[', integers(id)],
    [',"name":[', (at, from, to) => names.write(id.subarray(from, to), view, at)],
    [',"group":[', integers(group)],
    [',"monResult":[', integers(monResult)],
    [',"value":[', (at, from, to) => writeFigures(view, at, value.subarray(from, to))],
    [',"isStale":[', integers(isStale)],
  ];
  let at = out.write(before);
  let told = 0;
  for (const [opening, write] of lists) {
    at += out.write(opening, at);
    for (let from = 0; from < id.length; from += TILES_A_PIECE) {
      // The last comma waits, and so does what the next number or name may overwrite.
      at = write(at, from, Math.min(from + TILES_A_PIECE, id.length)) - 1;
      yield out.subarray(told, at);
      told = at;
      view.setUint8(at++, COMMA);
    }
    if (id.length > 0) at--;
    view.setUint8(at++, CLOSING);
  }
  at += out.write(after, at);
  yield out.subarray(told, at);
}

/** Each with a comma behind. */
function writeIntegers(view: DataView, from: number, values: Int32Array | Uint32Array | Uint8Array): number {
  let at = from;
  for (let index = 0; index < values.length; index++) {
    at = writeInteger(view, at, values[index] ?? 0);
    view.setUint8(at++, COMMA);
  }
  return at;
}

function writeFigures(view: DataView, from: number, values: Float64Array): number {
  let at = from;
  for (let index = 0; index < values.length; index++) {
    at = writeFigure(view, at, values[index] ?? Number.NaN);
    view.setUint8(at++, COMMA);
  }
  return at;
}
