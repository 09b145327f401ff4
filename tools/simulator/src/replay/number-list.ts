const FIRST_ROOM = 4096;

/** Numbers as they lie in memory: neither written as text nor read from it. */
export class NumberList {
  #numbers = new Float64Array(FIRST_ROOM);
  #count = 0;

  add(value: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count++] = value;
  }

  /** Little-endian, as every machine is that this runs on. */
  bytes(): Buffer {
    return Buffer.from(this.#numbers.buffer, 0, this.#count * Float64Array.BYTES_PER_ELEMENT);
  }
}
