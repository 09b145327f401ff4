import { MAX_LOG_LINE_BYTES } from '@gwanje/contract/objects/logs';

/** A line as the API server sends it with `timestamps=true`. */
export interface Line {
  /** UTC with nine decimals, so that texts compare like times. Undefined: the line has no time of its own. */
  readonly time: string | undefined;
  readonly text: string;
  /** Bytes of the text that are missing, because the line was too long. */
  readonly cutBytes: number;
  /** The size of the text before it was cut. */
  readonly bytes: number;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
/** The longest time is `2026-11-18T03:12:00.123456789+09:00`. */
const TIME_BYTES = 40;
const KEPT_BYTES = TIME_BYTES + MAX_LOG_LINE_BYTES;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** Splits a log into lines. Of a long line it holds only the part that is sent, whatever its length. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #keptBytes = 0;
  #droppedBytes = 0;

  *add(chunk: Buffer): Generator<Line> {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield this.#take();
    }
    this.#keep(rest);
  }

  /** The last line of a log that ended without a line end. */
  *end(): Generator<Line> {
    if (this.#keptBytes > 0) yield this.#take();
  }

  #keep(bytes: Buffer): void {
    const kept = bytes.subarray(0, KEPT_BYTES - this.#keptBytes);
    // A copy: a part of a chunk would keep the whole chunk in memory.
    if (kept.length > 0) this.#parts.push(Buffer.from(kept));
    this.#keptBytes += kept.length;
    this.#droppedBytes += bytes.length - kept.length;
  }

  #take(): Line {
    const line = parseLine(Buffer.concat(this.#parts), this.#droppedBytes);
    this.#parts = [];
    this.#keptBytes = 0;
    this.#droppedBytes = 0;
    return line;
  }
}

function parseLine(bytes: Buffer, droppedBytes: number): Line {
  const space = bytes.subarray(0, TIME_BYTES).indexOf(SPACE);
  const time = timeOf(bytes.toString('latin1', 0, space === -1 ? Math.min(bytes.length, TIME_BYTES) : space));
  const start = time === undefined ? 0 : space === -1 ? bytes.length : space + 1;
  const isWindowsEnd = droppedBytes === 0 && bytes.at(-1) === RETURN && bytes.length > start;
  const text = bytes.subarray(start, isWindowsEnd ? -1 : undefined);
  const total = text.length + droppedBytes;
  const shown = total > MAX_LOG_LINE_BYTES ? cutAtCharacter(text) : text;
  return { time, text: shown.toString('utf8'), cutBytes: total - shown.length, bytes: total };
}

/** Cuts before a character that would lose a part of its bytes. */
function cutAtCharacter(text: Buffer): Buffer {
  let end = MAX_LOG_LINE_BYTES;
  for (let back = 0; back < 3 && ((text[end] ?? 0) & 0xc0) === 0x80; back++) end--;
  return text.subarray(0, end);
}

/** Runtimes write their own zone, and as many decimals as they need. */
function timeOf(text: string): string | undefined {
  const [, second = '', decimals = '', zone = ''] = TIME.exec(text) ?? [];
  if (second === '') return undefined;
  const utcMs = Date.parse(`${second}${zone}`);
  if (Number.isNaN(utcMs)) return undefined;
  return `${new Date(utcMs).toISOString().slice(0, 19)}.${decimals.padEnd(9, '0')}Z`;
}
