import { compress } from 'snappyjs';
import { ByteSink } from '../byte-sink.ts';
import type { SteppedBatch } from '../check-input.ts';
import { stepsPerUnit } from '../resolution.ts';
import { metricName } from './names.ts';

export interface TimeSeries {
  readonly name: string;
  readonly id: number;
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly tsMs: number;
  readonly value: number;
}

/**
 * Prometheus' remote write: a snappy-compressed `WriteRequest`. Each sample is a `TimeSeries`: most requests
 * have one sample of each series, and it takes longer to look for others than to write the labels again.
 */
export function writeRequest(batches: readonly SteppedBatch[]): Uint8Array {
  const message = new WriteRequest();
  // Engines refuse a sample that is older than the last one of its series.
  for (const { scope, tsMs, ids, columns } of batches.toSorted((a, b) => a.tsMs - b.tsMs)) {
    const idLabels = Array.from(ids, idLabel);
    for (const { metric, steps } of columns) {
      const name = nameLabel(metricName(scope, metric));
      const perUnit = stepsPerUnit(scope, metric);
      for (const [row, id] of idLabels.entries()) {
        const step = steps[row] ?? Number.NaN;
        if (!Number.isNaN(step)) message.addSeries(name, id, [{ tsMs, value: step / perUnit }]);
      }
    }
  }
  return message.compressed();
}

/** The samples of each series must ascend by time. */
export function encodeSeries(series: readonly TimeSeries[]): Uint8Array {
  const message = new WriteRequest();
  for (const { name, id, samples } of series) message.addSeries(nameLabel(name), idLabel(id), samples);
  return message.compressed();
}

/** Tags of protobuf: the number of the field, and how it is written. */
const asVarint = (field: number) => field * 8;
const asDouble = (field: number) => field * 8 + 1;
const asBytes = (field: number) => field * 8 + 2;

/** An owner of clusters writes millions of series a minute: lengths are computed before the bytes are written. */
class WriteRequest extends ByteSink {
  readonly #double = new Float64Array(1);
  readonly #doubleBytes = new Uint8Array(this.#double.buffer);

  /** The protocol requires labels in the order of their names. */
  addSeries(name: Uint8Array, id: Uint8Array, samples: readonly Sample[]): void {
    let length = name.length + id.length;
    for (const { tsMs } of samples) length += 2 + sampleLength(tsMs);
    this.byte(asBytes(1));
    this.varint(length);
    this.reserve(length);
    this.#put(name);
    this.#put(id);
    for (const { tsMs, value } of samples) {
      this.byte(asBytes(2));
      this.byte(sampleLength(tsMs));
      this.byte(asDouble(1));
      this.#double[0] = value;
      this.#put(this.#doubleBytes);
      this.byte(asVarint(2));
      this.varint(tsMs);
    }
  }

  compressed(): Uint8Array {
    return compress(this.bytes.subarray(0, this.length));
  }

  /** Faster than `set` for so few bytes. */
  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) this.bytes[this.length++] = bytes[at] ?? 0;
  }
}

/** A tag and eight bytes of the value, a tag and up to eight bytes of the time. */
function sampleLength(tsMs: number): number {
  let length = 11;
  for (let rest = tsMs; rest >= 0x80; rest /= 0x80) length++;
  return length;
}

function nameLabel(name: string): Uint8Array {
  return labelOf('__name__', name);
}

function idLabel(id: number): Uint8Array {
  return labelOf('id', String(id));
}

/** Both texts are ASCII, and together shorter than 124 characters, so that each length is one byte. */
function labelOf(name: string, value: string): Uint8Array {
  const fields = textField(1, name) + textField(2, value);
  return Buffer.from(textField(1, fields), 'latin1');
}

function textField(field: number, text: string): string {
  return String.fromCharCode(asBytes(field), text.length) + text;
}
