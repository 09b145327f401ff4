import { compress } from 'snappyjs';
import { ByteSink } from '../byte-sink.ts';
import type { SteppedBatch } from '../check-input.ts';
import { stepsPerUnit } from '../resolution.ts';
import { metricName } from './names.ts';

export interface TimeSeries {
  readonly name: string;
  readonly id: number;
  readonly samples: { readonly tsMs: number; readonly value: number }[];
}

/** Prometheus' remote write: a snappy-compressed `WriteRequest`. */
export function writeRequest(batches: readonly SteppedBatch[]): Uint8Array {
  const series = [...seriesOf(batches).values()];
  for (const { samples } of series) samples.sort((a, b) => a.tsMs - b.tsMs);
  return encodeSeries(series);
}

/** The samples of each series must ascend by time. */
export function encodeSeries(series: readonly TimeSeries[]): Uint8Array {
  const proto = new ProtoWriter();
  proto.reserve(series.reduce((sum, { samples }) => sum + 96 + samples.length * 20, 64));
  for (const one of series) proto.message(1, () => writeSeries(proto, one));
  return compress(proto.bytes.subarray(0, proto.length));
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
      proto.int(2, tsMs);
    });
  }
}

/** The few parts of protobuf's wire format that the message needs. */
class ProtoWriter extends ByteSink {
  /** Messages are shorter than 2^28 bytes. Their length is written as four bytes, which protobuf allows. */
  message(field: number, body: () => void): void {
    this.varint(field * 8 + 2);
    this.reserve(4);
    const at = this.length;
    this.length += 4;
    body();
    const length = this.length - at - 4;
    for (let byte = 0; byte < 4; byte++) {
      const bits = (length >>> (7 * byte)) & 0x7f;
      this.bytes[at + byte] = byte < 3 ? bits | 0x80 : bits;
    }
  }

  text(field: number, text: string): void {
    const bytes = Buffer.from(text);
    this.varint(field * 8 + 2);
    this.varint(bytes.length);
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  double(field: number, value: number): void {
    this.varint(field * 8 + 1);
    this.reserve(8);
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true);
    this.length += 8;
  }

  int(field: number, value: number): void {
    this.varint(field * 8);
    this.varint(value);
  }
}
