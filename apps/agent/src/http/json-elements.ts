import { TooLargeError } from './http.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** The depth inside the array: the document is 1, the array 2. */
const ARRAY_DEPTH = 2;

/**
 * Reads a large JSON object whose bulk is one array of objects, such as `items` of a list or `pods` of a summary, without
 * holding the whole document: each element is parsed and handed over as soon as its last byte has arrived. Returns
 * the document with an empty array in place of the elements. `maxBytes` limits one element, and the rest of the document.
 */
export async function readJsonElements(
  chunks: AsyncIterable<Buffer>,
  arrayKey: string,
  onElement: (element: unknown) => Promise<void> | void,
  maxBytes: number,
): Promise<unknown> {
  const key = Buffer.from(arrayKey);
  const document = new ByteList(maxBytes);
  const element = new ByteList(maxBytes);
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isInArray = false;
  /** How many bytes of the current string at depth 1 equal the key; -1 after the first difference. */
  let matched = -1;
  let isAfterKey = false;

  for await (const chunk of chunks) {
    // Everything before `from` has been handed over.
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          isInString = false;
          if (depth === 1) isAfterKey = matched === key.length;
          continue;
        }
        matched = matched >= 0 && byte === key[matched] ? matched + 1 : -1;
      } else if (byte === QUOTE) {
        isInString = true;
        matched = depth === 1 ? 0 : -1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
        if (isInArray && depth === ARRAY_DEPTH + 1) {
          // Commas between elements are left out of the document.
          from = at;
        } else if (byte === OPEN_ARRAY && depth === ARRAY_DEPTH && isAfterKey) {
          isInArray = true;
          document.add(chunk.subarray(from, at + 1));
          from = at + 1;
        }
        isAfterKey = false;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1;
        if (!isInArray) continue;
        if (depth === ARRAY_DEPTH) {
          element.add(chunk.subarray(from, at + 1));
          await onElement(element.takeJson());
          from = at + 1;
        } else if (depth < ARRAY_DEPTH) {
          isInArray = false;
          from = at;
        }
      }
    }
    if (!isInArray) document.add(chunk.subarray(from));
    else if (depth > ARRAY_DEPTH) element.add(chunk.subarray(from));
  }
  return document.takeJson();
}

class ByteList {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes)
      throw new TooLargeError(`more than ${this.#maxBytes} bytes in one piece`);
    this.#chunks.push(bytes);
  }

  takeJson(): unknown {
    const [only] = this.#chunks;
    const bytes = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#bytes = 0;
    return JSON.parse(bytes.toString('utf8'));
  }
}
