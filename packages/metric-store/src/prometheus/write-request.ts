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
    const time = timeField(tsMs);
    for (const { metric, steps } of columns) {
      const name = nameLabel(metricName(scope, metric));
      message.addColumn(name, idLabels, steps, stepsPerUnit(scope, metric), time);
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

class WriteRequest extends ByteSink {
  readonly #double = new Float64Array(1);
  readonly #doubleBytes = new Uint8Array(this.#double.buffer);

  /**
   * A series with one sample for each id. An owner of clusters writes millions of them a minute: their lengths are
   * computed before the bytes are written, and most parts are the same for the whole column.
   */
  addColumn(
    name: Uint8Array,
    ids: readonly Uint8Array[],
    steps: Float64Array,
    perUnit: number,
    time: Uint8Array,
  ): void {
    const valueAndTime = 9 + time.length;
    for (let row = 0; row < ids.length; row++) {
      const step = steps[row] ?? Number.NaN;
      const id = ids[row];
      if (id === undefined || Number.isNaN(step)) continue;
      const length = name.length + id.length + 2 + valueAndTime;
      this.reserve(length + 4);
      this.#tagged(1, length);
      this.#put(name);
      this.#put(id);
      this.#tagged(2, valueAndTime);
      this.#putDouble(step / perUnit);
      this.#put(time);
    }
  }

  /** The protocol requires labels in the order of their names. */
  addSeries(name: Uint8Array, id: Uint8Array, samples: readonly Sample[]): void {
    const times = samples.map(({ tsMs }) => timeField(tsMs));
    const length = times.reduce((sum, time) => sum + 11 + time.length, name.length + id.length);
    this.reserve(length + 10);
    this.#tagged(1, length);
    this.#put(name);
    this.#put(id);
    for (const [at, time] of times.entries()) {
      this.#tagged(2, 9 + time.length);
      this.#putDouble(samples[at]?.value ?? Number.NaN);
      this.#put(time);
    }
  }

  compressed(): Uint8Array {
    return compress(this.bytes.subarray(0, this.length));
  }

  /** The beginning of a field of this length. */
  #tagged(field: number, length: number): void {
    this.bytes[this.length++] = asBytes(field);
    if (length < 0x80) this.bytes[this.length++] = length;
    else this.varint(length);
  }

  #putDouble(value: number): void {
    this.#double[0] = value;
    this.bytes[this.length++] = asDouble(1);
    this.#put(this.#doubleBytes);
  }

  /** Faster than `set` for so few bytes. */
  #put(added: Uint8Array): void {
    const { bytes, length } = this;
    for (let at = 0; at < added.length; at++) bytes[length + at] = added[at] ?? 0;
    this.length = length + added.length;
  }
}

/** The time of a sample, with its tag. */
function timeField(tsMs: number): Uint8Array {
  const sink: number[] = [asVarint(2)];
  let rest = tsMs;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) sink.push((rest % 0x80) | 0x80);
  return Uint8Array.from([...sink, rest]);
}

const nameLabels = new Map<string, Uint8Array>();

/** There are few names. */
function nameLabel(name: string): Uint8Array {
  const label = nameLabels.get(name) ?? labelOf('__name__', name);
  nameLabels.set(name, label);
  return label;
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
