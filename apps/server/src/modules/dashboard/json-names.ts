/** What an id without a name gets, at the very beginning. */
const EMPTY = '"",';

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
    const most = this.#end + Buffer.byteLength(text);
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

  bytesOf(ids: Int32Array): number {
    let sum = 0;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0;
      sum += (this.#ends[id] || EMPTY.length) - (this.#starts[id] ?? 0);
    }
    return sum;
  }

  /** Answers where it ended. Byte by byte, which is faster for so short texts than to ask for a copy of each. */
  write(ids: Int32Array, out: Buffer, from: number): number {
    const bytes = this.#bytes;
    let to = from;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0;
      const end = this.#ends[id] || EMPTY.length;
      for (let read = this.#starts[id] ?? 0; read < end; read++) out[to++] = bytes[read] ?? 0;
    }
    return to;
  }
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
