import { TUNNEL_MESSAGE_BYTES } from '@gwanje/contract/objects/log-tunnel';
import type { LogEvent, LogLine } from '@gwanje/contract/objects/logs';
import type { Line } from './log-line.ts';
import { after, formatPosition, type Position } from './log-position.ts';

const WINDOW_MS = 1000;
const WINDOW_BYTES = 1024 * 1024;
/** The end of a flood is sent too: it may be why the container died. */
const LAST_LINES = 50;
const LAST_LINES_BYTES = 64 * 1024;

interface Held {
  readonly line: LogLine;
  readonly bytes: number;
  readonly position: Position;
}

interface LeftOut {
  cnt: number;
  bytes: number;
  readonly fromTime: string;
  toTime: string;
  position: Position;
}

export interface FloodLimits {
  readonly linesPerSecond: number;
  /** Lines that are sent without counting: those that were asked for. */
  readonly burstCnt: number;
}

/**
 * Passes the lines of a log on, at most so many in a second. Of a longer flood it leaves out the middle of each second
 * and counts it.
 */
export class FloodCut {
  readonly #linesPerSecond: number;
  readonly #events: LogEvent[] = [];
  readonly #source: number;
  #burstCnt: number;
  #windowBeganMs = Number.NEGATIVE_INFINITY;
  #windowCnt = 0;
  #windowBytes = 0;
  #lines: LogLine[] = [];
  #lineBytes = 0;
  #linesPosition: Position | undefined;
  #last: Held[] = [];
  #lastBytes = 0;
  #leftOut: LeftOut | undefined;
  #position: Position | undefined;

  constructor(source: number, { linesPerSecond, burstCnt }: FloodLimits, position?: Position) {
    this.#source = source;
    this.#linesPerSecond = linesPerSecond;
    this.#burstCnt = burstCnt;
    this.#position = position;
  }

  /** After the last line, sent or left out. */
  get position(): Position | undefined {
    return this.#position;
  }

  add({ time, text, cutBytes, bytes }: Line & { readonly time: string }, nowMs: number): void {
    this.tick(nowMs);
    const position = after(this.#position, time);
    this.#position = position;
    const line: LogLine = cutBytes === 0 ? [time, text] : [time, text, cutBytes];
    const held = { line, bytes, position };
    if (this.#burstCnt > 0) this.#burstCnt--;
    else if (this.#last.length > 0 || this.#isFull()) {
      this.#hold(held);
      return;
    } else this.#count(held);
    this.#pass(held);
  }

  /** Sends the end of a flood after its second, although no more lines come. */
  tick(nowMs: number): void {
    if (nowMs - this.#windowBeganMs >= WINDOW_MS) this.endWindow(nowMs);
  }

  /** Everything that was read is sent or counted as left out. */
  endWindow(nowMs: number): void {
    this.#windowBeganMs = nowMs;
    this.#windowCnt = 0;
    this.#windowBytes = 0;
    if (this.#leftOut) {
      this.#closeLines();
      const { position, ...leftOut } = this.#leftOut;
      this.#events.push({
        type: 'leftOut',
        source: this.#source,
        ...leftOut,
        position: formatPosition(position),
      });
      this.#leftOut = undefined;
    }
    for (const held of this.#last) {
      this.#count(held);
      this.#pass(held);
    }
    this.#last = [];
    this.#lastBytes = 0;
  }

  /** The events that are ready. */
  take(): LogEvent[] {
    this.#closeLines();
    return this.#events.splice(0);
  }

  #isFull(): boolean {
    return this.#windowCnt >= this.#linesPerSecond || this.#windowBytes >= WINDOW_BYTES;
  }

  #count({ line }: Held): void {
    this.#windowCnt++;
    this.#windowBytes += line[1].length;
  }

  #pass({ line, position }: Held): void {
    this.#lines.push(line);
    this.#lineBytes += line[1].length + 50;
    this.#linesPosition = position;
    if (this.#lineBytes >= TUNNEL_MESSAGE_BYTES) this.#closeLines();
  }

  #closeLines(): void {
    if (this.#linesPosition === undefined) return;
    const position = formatPosition(this.#linesPosition);
    this.#events.push({ type: 'lines', source: this.#source, list: this.#lines, position });
    this.#lines = [];
    this.#lineBytes = 0;
    this.#linesPosition = undefined;
  }

  #hold(held: Held): void {
    this.#last.push(held);
    this.#lastBytes += held.line[1].length;
    while (this.#last.length > LAST_LINES || this.#lastBytes > LAST_LINES_BYTES) {
      const first = this.#last.shift();
      if (!first) return;
      this.#lastBytes -= first.line[1].length;
      this.#leaveOut(first);
    }
  }

  #leaveOut({ line: [time], bytes, position }: Held): void {
    this.#leftOut ??= { cnt: 0, bytes: 0, fromTime: time, toTime: time, position };
    this.#leftOut.cnt++;
    this.#leftOut.bytes += bytes;
    this.#leftOut.toTime = time;
    this.#leftOut.position = position;
  }
}
