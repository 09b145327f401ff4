/**
 * The place in a log after a line. Times alone do not name it: lines may share a time, and a runtime writes the
 * lines of its two streams with times that go back a little.
 */
export interface Position {
  /** The latest time of a line. */
  readonly time: string;
  /** Lines of that time. */
  readonly cnt: number;
  /** Lines after the first of them that have an earlier time. */
  readonly lateCnt: number;
}

export function after(position: Position | undefined, time: string): Position {
  if (position === undefined || time > position.time) return { time, cnt: 1, lateCnt: 0 };
  if (time === position.time) return { ...position, cnt: position.cnt + 1 };
  return { ...position, lateCnt: position.lateCnt + 1 };
}

export function formatPosition({ time, cnt, lateCnt }: Position): string {
  return `${time}/${cnt}/${lateCnt}`;
}

export function parsePosition(text: string): Position {
  const [time = '', cnt, lateCnt] = text.split('/');
  const [second = '', decimals = ''] = time.replace('Z', '').split('.');
  return { time: `${second}.${decimals.padEnd(9, '0')}Z`, cnt: Number(cnt), lateCnt: Number(lateCnt) };
}

/**
 * From when to read, so that all lines after the position are in the answer. The API server knows whole seconds only; a
 * second more is for lines whose times go back.
 */
export function readFrom({ time }: Position): string {
  return new Date(Date.parse(time.slice(0, 19).concat('Z')) - 1000).toISOString();
}

export type Passing = 'skip' | 'send' | 'gap';

/** Finds the first line after a position in a log that is read again. */
export class ResumeFilter {
  readonly #position: Position;
  #seenCnt = 0;
  #lateCnt = 0;

  constructor(position: Position) {
    this.#position = position;
  }

  /** Whether the log still contained the last line before the position. */
  get isFound(): boolean {
    return this.#seenCnt >= this.#position.cnt;
  }

  /** `gap`: the line is later, but the log does not contain the lines before it. */
  pass(time: string): Passing {
    const { time: latest, cnt, lateCnt } = this.#position;
    if (time > latest) return this.isFound ? 'send' : 'gap';
    if (time === latest) return ++this.#seenCnt <= cnt ? 'skip' : 'send';
    if (this.#seenCnt === 0) return 'skip';
    return ++this.#lateCnt <= lateCnt ? 'skip' : 'send';
  }
}
