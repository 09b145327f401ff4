const FIRST_BYTES = 64 * 1024;
const ALIGNMENT = 8;

/**
 * Memory for the columns of one message, used again for the next one. With a new buffer for each column a follower spent
 * as much time on collecting garbage as on everything else: V8 marks the whole heap after some megabytes of new buffers.
 */
export class ColumnSpace {
  #buffer = new ArrayBuffer(FIRST_BYTES);
  #used = 0;

  /** The columns of the message before are no longer valid. */
  clear(): void {
    this.#used = 0;
  }

  /** Copies bytes to a place where numbers may begin. */
  copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const { length } = bytes;
    if (this.#used + length > this.#buffer.byteLength) {
      // Columns that were copied before keep the smaller buffer.
      this.#buffer = new ArrayBuffer(Math.max(2 * this.#buffer.byteLength, length));
      this.#used = 0;
    }
    const copied = new Uint8Array(this.#buffer, this.#used, length);
    copied.set(bytes);
    this.#used += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    return copied;
  }
}
