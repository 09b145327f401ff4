import { type LineLevel, type LogLevel, levelIn } from './line-level.ts';
import { plainText } from './plain-text.ts';

/** The place of a row among all sources. */
export interface RowOrder {
  readonly ms: number;
  /** Nanoseconds below the millisecond. */
  readonly ns: number;
}

interface Placed extends RowOrder {
  /** Counts all rows in the order of their arrival. */
  readonly seq: number;
  readonly source: number;
}

export interface LogLine extends Placed {
  readonly kind: 'line';
  /** As the container runtime wrote it. */
  readonly time: string;
  /** As it arrived, with escape sequences. */
  readonly raw: string;
  /** Without escape sequences. */
  readonly text: string;
  /** Bytes that the server cut off. */
  readonly cutBytes: number;
  /** The line's own level; a continuation, such as a line of a stack trace, has the level of the line before. */
  readonly level: LogLevel | null;
}

export type MarkKind =
  | 'leftOut'
  | 'gap'
  | 'restarted'
  | 'waiting'
  | 'agentGone'
  | 'apiServerGone'
  | 'open'
  | 'end'
  | 'alarm';

/** A row that says something about the log. */
export interface LogMark extends Placed {
  readonly kind: 'mark';
  readonly mark: MarkKind;
  readonly fromTime: string;
  readonly toTime: string | null;
  /** Lines that were left out. */
  readonly cnt: number;
  readonly bytes: number;
  /** The reason of an end. */
  readonly reason: string | null;
  readonly detail: string | null;
}

export type LogRow = LogLine | LogMark;

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/;

/** Undefined if the text is no time. */
export function orderOf(time: string): RowOrder | undefined {
  const [, seconds, fraction = '', zone] = TIME.exec(time) ?? [];
  if (seconds === undefined) return undefined;
  const secondMs = Date.parse(`${seconds}${zone}`);
  if (!Number.isFinite(secondMs)) return undefined;
  const ns = Number(fraction.padEnd(9, '0'));
  return { ms: secondMs + Math.floor(ns / 1e6), ns: ns % 1e6 };
}

export function isBefore(one: RowOrder, other: RowOrder): boolean {
  return one.ms === other.ms ? one.ns < other.ns : one.ms < other.ms;
}

/** By time; rows of the same time in the order of their arrival. */
export function compareRows(one: Placed, other: Placed): number {
  return one.ms - other.ms || one.ns - other.ns || one.seq - other.seq;
}

const START: RowOrder = { ms: 0, ns: 0 };

/**
 * Makes rows of what arrives. The rows of one source keep the order of their arrival even if the clock of its node
 * goes back: a row is never placed before an earlier one of its source.
 */
export class RowMaker {
  #seq = 0;
  readonly #last = new Map<number, { order: RowOrder; level: LogLevel | null }>();

  line(source: number, [time, raw, cutBytes = 0]: readonly [string, string, number?]): LogLine {
    const text = plainText(raw);
    const level = levelIn(text);
    const placed = this.#place(source, time, level);
    return { kind: 'line', ...placed, time, raw, text, cutBytes };
  }

  mark(source: number, mark: MarkKind, more: Partial<LogMark> & Pick<LogMark, 'fromTime'>): LogMark {
    const { level: _level, ...placed } = this.#place(source, more.fromTime, 'none');
    return {
      kind: 'mark',
      mark,
      toTime: null,
      cnt: 0,
      bytes: 0,
      reason: null,
      detail: null,
      ...more,
      ...placed,
    };
  }

  #place(source: number, time: string, level: LineLevel) {
    const last = this.#last.get(source);
    const before = last?.order ?? START;
    const own = orderOf(time) ?? before;
    const order = isBefore(own, before) ? before : own;
    const shown = shownLevel(level, last?.level ?? null);
    this.#last.set(source, { order, level: shown });
    this.#seq += 1;
    return { seq: this.#seq, source, ms: order.ms, ns: order.ns, level: shown };
  }
}

function shownLevel(level: LineLevel, before: LogLevel | null): LogLevel | null {
  if (level === 'continuation') return before;
  if (level === 'exception') return before === 'warn' ? 'warn' : 'error';
  return level === 'none' ? null : level;
}
