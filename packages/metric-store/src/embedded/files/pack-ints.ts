import { ByteSink } from '../../byte-sink.ts';

/**
 * Integers are packed as differences from the lowest, with as many bits as the largest difference needs. A
 * width above 24 bits is split into planes of 24, so that every read is one shift of four bytes. Values that
 * are not exact integers are stored as doubles.
 */
const PLANE_BITS = 24;
const PLANE = 2 ** PLANE_BITS;
const DOUBLES = 64;
const NEGATIVE = 128;

/** Bytes with packed integers. */
export class PackSink extends ByteSink {
  ints(values: Float64Array, count: number): void {
    if (count === 0) return;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const value = values[i] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const isExact =
      Number.isSafeInteger(low) && Number.isSafeInteger(high) && Number.isSafeInteger(high - low);
    if (isExact) this.#packed(values, count, low, high);
    else this.#doubles(values, count);
  }

  #packed(values: Float64Array, count: number, low: number, high: number): void {
    const width = widthOf(high - low);
    this.byte(low < 0 ? width | NEGATIVE : width);
    this.varint(Math.abs(low));
    for (let shift = 0; shift < width; shift += PLANE_BITS)
      this.#plane(values, count, low, 2 ** shift, Math.min(PLANE_BITS, width - shift));
  }

  #plane(values: Float64Array, count: number, low: number, divisor: number, width: number): void {
    const size = (count * width + 7) >> 3;
    this.reserve(size);
    const { bytes } = this;
    const from = this.length;
    let bit = 0;
    for (let i = 0; i < count; i++) {
      const distance = (values[i] ?? 0) - low;
      const part = divisor === 1 ? distance % PLANE : Math.floor(distance / divisor) % PLANE;
      const at = from + (bit >> 3);
      const shifted = part << (bit & 7);
      bytes[at] = (bytes[at] ?? 0) | (shifted & 0xff);
      bytes[at + 1] = (shifted >>> 8) & 0xff;
      bytes[at + 2] = (shifted >>> 16) & 0xff;
      bytes[at + 3] = shifted >>> 24;
      bit += width;
    }
    this.length = from + size;
  }

  #doubles(values: Float64Array, count: number): void {
    this.byte(DOUBLES);
    this.reserve(count * 8);
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset);
    for (let i = 0; i < count; i++) view.setFloat64(this.length + i * 8, values[i] ?? 0, true);
    this.length += count * 8;
  }
}

/** Reads the bytes of a sink from a position on. */
export class ByteSource {
  bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  ints(into: Float64Array, count: number): void {
    if (count === 0) return;
    const head = this.byte();
    if (head === DOUBLES) {
      this.#doubles(into, count);
      return;
    }
    const width = head % NEGATIVE;
    const low = this.varint();
    into.fill(head >= NEGATIVE ? -low : low, 0, count);
    for (let shift = 0; shift < width; shift += PLANE_BITS)
      this.#plane(into, count, 2 ** shift, Math.min(PLANE_BITS, width - shift));
  }

  skipInts(count: number): void {
    if (count === 0) return;
    const head = this.byte();
    if (head === DOUBLES) {
      this.at += count * 8;
      return;
    }
    const width = head % NEGATIVE;
    this.varint();
    for (let shift = 0; shift < width; shift += PLANE_BITS)
      this.at += (count * Math.min(PLANE_BITS, width - shift) + 7) >> 3;
  }

  #plane(into: Float64Array, count: number, factor: number, width: number): void {
    const { bytes, at: from } = this;
    const mask = 2 ** width - 1;
    let bit = 0;
    for (let i = 0; i < count; i++) {
      const at = from + (bit >> 3);
      const four =
        (bytes[at] ?? 0) |
        ((bytes[at + 1] ?? 0) << 8) |
        ((bytes[at + 2] ?? 0) << 16) |
        ((bytes[at + 3] ?? 0) << 24);
      into[i] = (into[i] ?? 0) + ((four >>> (bit & 7)) & mask) * factor;
      bit += width;
    }
    this.at = from + ((count * width + 7) >> 3);
  }

  #doubles(into: Float64Array, count: number): void {
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset);
    for (let i = 0; i < count; i++) into[i] = view.getFloat64(this.at + i * 8, true);
    this.at += count * 8;
  }
}

function widthOf(range: number): number {
  return range < 2 ** 31 ? 32 - Math.clz32(range) : 32 + widthOf(Math.floor(range / 2 ** 32));
}
