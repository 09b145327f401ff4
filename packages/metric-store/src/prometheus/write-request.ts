import { compress } from 'snappyjs';
import type { SteppedBatch } from '../check-input.ts';
import { stepsPerUnit } from '../resolution.ts';
import { metricName } from './names.ts';

interface TimeSeries {
  readonly name: string;
  readonly id: number;
  readonly samples: { readonly tsMs: number; readonly value: number }[];
}

/** Prometheus' remote write: a snappy-compressed `WriteRequest`. */
export function writeRequest(batches: readonly SteppedBatch[]): Uint8Array {
  const series = [...seriesOf(batches).values()];
  for (const { samples } of series) samples.sort((a, b) => a.tsMs - b.tsMs);
  const proto = new ProtoWriter(series.reduce((sum, one) => sum + 96 + one.samples.length * 20, 64));
  for (const one of series) proto.message(1, () => writeSeries(proto, one));
  return compress(proto.bytes());
}

function seriesOf(batches: readonly SteppedBatch[]): Map<string, TimeSeries> {
  const found = new Map<string, TimeSeries>();
  for (const { scope, tsMs, ids, columns } of batches) {
    for (const { metric, steps } of columns) {
      const name = metricName(scope, metric);
      const perUnit = stepsPerUnit(scope, metric);
      ids.forEach((id, row) => {
        const step = steps[row] ?? Number.NaN;
        if (Number.isNaN(step)) return;
        const key = `${name} ${id}`;
        const one = found.get(key) ?? { name, id, samples: [] };
        if (one.samples.length === 0) found.set(key, one);
        one.samples.push({ tsMs, value: step / perUnit });
      });
    }
  }
  return found;
}

/** Writes labels in the order of their names, as the protocol requires. */
function writeSeries(proto: ProtoWriter, { name, id, samples }: TimeSeries): void {
  for (const [label, value] of [
    ['__name__', name],
    ['id', String(id)],
  ] as const) {
    proto.message(1, () => {
      proto.text(1, label);
      proto.text(2, value);
    });
  }
  for (const { tsMs, value } of samples) {
    proto.message(2, () => {
      proto.double(1, value);
      proto.varint(2, tsMs);
    });
  }
}

/** The few parts of protobuf's wire format that the message needs. */
class ProtoWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#buffer = Buffer.allocUnsafe(expectedBytes);
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Messages are shorter than 2^28 bytes. Their length is written as four bytes, which protobuf allows. */
  message(field: number, body: () => void): void {
    this.#number(field * 8 + 2);
    this.#room(4);
    const at = this.#length;
    this.#length += 4;
    body();
    const length = this.#length - at - 4;
    for (let byte = 0; byte < 4; byte++) {
      const bits = (length >>> (7 * byte)) & 0x7f;
      this.#buffer[at + byte] = byte < 3 ? bits | 0x80 : bits;
    }
  }

  text(field: number, text: string): void {
    this.#number(field * 8 + 2);
    const length = Buffer.byteLength(text);
    this.#number(length);
    this.#room(length);
    this.#length += this.#buffer.write(text, this.#length);
  }

  double(field: number, value: number): void {
    this.#number(field * 8 + 1);
    this.#room(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  varint(field: number, value: number): void {
    this.#number(field * 8);
    this.#number(value);
  }

  #number(value: number): void {
    this.#room(10);
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#length++] = rest;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2 + bytes);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
