import { WORD } from './number-text.ts';

/** What an id without a name gets, at the very beginning. */
const EMPTY = '"",';

/** Names by object id, as JSON texts with a comma behind, in one piece of memory: a name never changes. */
export class JsonNames {
  #bytes = Buffer.alloc(1 << 16);
  #end = 0;
  /** By id, side by side: where its name begins and how long it is; both 0 where there is none. */
  #places = new Int32Array(1 << 13);
  #longest = 0;

  constructor() {
    this.clear();
  }

  clear(): void {
    this.#end = this.#bytes.write(EMPTY);
    this.#places.fill(0);
    this.#longest = EMPTY.length;
  }

  /** Room for any of them. */
  get longestBytes(): number {
    return this.#longest;
  }

  add(id: number, name: string): void {
    const text = `${JSON.stringify(name)},`;
    // The last word of a name is read as a whole.
    const most = this.#end + Buffer.byteLength(text) + WORD;
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(most)]);
    const place = 2 * id;
    if (place >= this.#places.length) this.#places = grown(this.#places, 3 * id + 2);
    const length = this.#bytes.write(text, this.#end);
    this.#places[place] = this.#end;
    this.#places[place + 1] = length;
    this.#end += length;
    this.#longest = Math.max(this.#longest, length);
  }

  /**
   * Answers where it ended. Word by word, the last one running over into where the next name will stand: names are so
   * short that to ask for a copy of each takes longer than the copying.
   */
  write(ids: Int32Array, out: DataView, from: number): number {
    const places = this.#places;
    const bytes = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    let to = from;
    for (let at = 0; at < ids.length; at++) {
      const place = 2 * (ids[at] ?? 0);
      const start = places[place] ?? 0;
      const length = places[place + 1] || EMPTY.length;
      for (let read = 0; read < length; read += WORD)
        out.setInt32(to + read, bytes.getInt32(start + read, true), true);
      to += length;
    }
    return to;
  }
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
