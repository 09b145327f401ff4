import type { TileColumns } from '../../live/dashboard.ts';
import { keptBytes } from '../../live/kept-memory.ts';
import type { JsonNames } from './json-names.ts';

const COMMA = 0x2c;
const CLOSING = 0x5d;
const ZERO = 0x30;
const MINUS = 0x2d;
const DOT = 0x2e;
const NULL = Buffer.from('null');
/** Id, group, two states and a figure, each with its comma. */
const MOST_BYTES_A_TILE = 11 + 11 + 4 + 4 + 26;
const BYTES_OF_KEYS = 100;
/** Larger figures are written by the language itself. */
const LARGEST = 2 ** 50;

const room = keptBytes();

/** The columns as members of a JSON object, with the text before and after them; it holds until the next is asked for. */
export function tileText(columns: TileColumns, names: JsonNames, before: string, after: string): Buffer {
  const { id, group, monResult, value, isStale } = columns;
  const around = Buffer.byteLength(before) + Buffer.byteLength(after) + BYTES_OF_KEYS;
  const { buffer, byteOffset, length } = room.take(
    around + names.bytesOf(id) + id.length * MOST_BYTES_A_TILE,
  );
  const out = Buffer.from(buffer, byteOffset, length);
  const writer = new Writer(out);
  writer.text(before);
  writer.text('"id":[');
  writer.integers(id);
  writer.text(',"name":[');
  writer.at = names.write(id, out, writer.at);
  writer.close(id.length);
  writer.text(',"group":[');
  writer.integers(group);
  writer.text(',"monResult":[');
  writer.integers(monResult);
  writer.text(',"value":[');
  writer.figures(value);
  writer.text(',"isStale":[');
  writer.integers(isStale);
  writer.text(after);
  return out.subarray(0, writer.at);
}

/** Digit by digit: strings of a hundred thousand numbers take three times as long to join. */
class Writer {
  readonly #out: Buffer;
  at = 0;

  constructor(out: Buffer) {
    this.#out = out;
  }

  text(text: string): void {
    this.at += this.#out.write(text, this.at);
  }

  /** A list whose members each end with a comma, the last one's to be replaced. */
  close(cnt: number): void {
    if (cnt > 0) this.at--;
    this.#out[this.at++] = CLOSING;
  }

  integers(values: Int32Array | Uint32Array | Uint8Array): void {
    for (let index = 0; index < values.length; index++) {
      this.#digits(values[index] ?? 0);
      this.#out[this.at++] = COMMA;
    }
    this.close(values.length);
  }

  /** As exactly as anybody can see: four places of what is small, none of what is large. */
  figures(values: Float64Array): void {
    for (let index = 0; index < values.length; index++) {
      this.#figure(values[index] ?? Number.NaN);
      this.#out[this.at++] = COMMA;
    }
    this.close(values.length);
  }

  #figure(value: number): void {
    if (!Number.isFinite(value)) {
      this.#out.set(NULL, this.at);
      this.at += NULL.length;
      return;
    }
    const size = Math.abs(value);
    if (size >= LARGEST) {
      this.text(String(value));
      return;
    }
    const places = size < 10 ? 4 : size < 1000 ? 2 : 0;
    const scale = places === 4 ? 10_000 : places === 2 ? 100 : 1;
    const scaled = Math.round(size * scale);
    if (value < 0 && scaled > 0) this.#out[this.at++] = MINUS;
    const whole = Math.floor(scaled / scale);
    this.#digits(whole);
    let fraction = scaled - whole * scale;
    if (fraction === 0) return;
    this.#out[this.at++] = DOT;
    let length = places;
    for (; fraction % 10 === 0; fraction /= 10) length--;
    for (let place = length - 1; place >= 0; place--) {
      this.#out[this.at + place] = ZERO + (fraction % 10);
      fraction = Math.floor(fraction / 10);
    }
    this.at += length;
  }

  #digits(value: number): void {
    if (value < 10) {
      this.#out[this.at++] = ZERO + value;
      return;
    }
    let length = 2;
    for (let above = 100; value >= above; above *= 10) length++;
    let rest = value;
    for (let place = length - 1; place >= 0; place--) {
      const next = Math.floor(rest / 10);
      this.#out[this.at + place] = ZERO + (rest - next * 10);
      rest = next;
    }
    this.at += length;
  }
}
