/** Packed values are written and read as four bytes, so as many must follow the last value. */
export const PADDING = 4;

/** A growing byte buffer. Bytes beyond its length are always zero, because bits are added to them. */
export class ByteSink {
  bytes = new Uint8Array(65_536);
  length = 0;

  reserve(more: number): void {
    if (this.length + more + PADDING <= this.bytes.length) return;
    const larger = new Uint8Array((this.length + more + PADDING) * 2);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  clear(): void {
    this.bytes.fill(0, 0, this.length);
    this.length = 0;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** A non-negative integer, seven bits per byte. */
  varint(value: number): void {
    this.reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  append(other: ByteSink): void {
    this.reserve(other.length);
    this.bytes.set(other.bytes.subarray(0, other.length), this.length);
    this.length += other.length;
  }
}
