/** What an id without a name gets, at the very beginning. */
const EMPTY = '"",';
const WORD = 4;

/** Names by object id, as JSON texts with a comma behind, in one piece of memory: a name never changes. */
export class JsonNames {
  #bytes = Buffer.alloc(1 << 16);
  #end = 0;
  /** By id; both 0 where there is none. */
  #starts = new Int32Array(1 << 12);
  #ends = new Int32Array(1 << 12);

  constructor() {
    this.clear();
  }

  clear(): void {
    this.#end = this.#bytes.write(EMPTY);
    this.#starts.fill(0);
    this.#ends.fill(0);
  }

  add(id: number, name: string): void {
    const text = `${JSON.stringify(name)},`;
    // The last word of a name is read as a whole.
    const most = this.#end + Buffer.byteLength(text) + WORD;
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(most)]);
    if (id >= this.#starts.length) {
      const length = Math.ceil(id * 1.5) + 1;
      this.#starts = grown(this.#starts, length);
      this.#ends = grown(this.#ends, length);
    }
    this.#starts[id] = this.#end;
    this.#end += this.#bytes.write(text, this.#end);
    this.#ends[id] = this.#end;
  }

  /** Room for them, and for what is written beyond the last. */
  bytesOf(ids: Int32Array): number {
    const starts = this.#starts;
    const ends = this.#ends;
    let sum = WORD;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0;
      sum += (ends[id] || EMPTY.length) - (starts[id] ?? 0);
    }
    return sum;
  }

  /**
   * Answers where it ended. Word by word, the last one running over into where the next name will stand: names are so
   * short that to ask for a copy of each takes longer than the copying.
   */
  write(ids: Int32Array, out: Buffer, from: number): number {
    const starts = this.#starts;
    const ends = this.#ends;
    const bytes = viewOf(this.#bytes);
    const written = viewOf(out);
    let to = from;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0;
      const start = starts[id] ?? 0;
      const length = (ends[id] || EMPTY.length) - start;
      for (let read = 0; read < length; read += WORD)
        written.setInt32(to + read, bytes.getInt32(start + read, true), true);
      to += length;
    }
    return to;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
