import type { LogEvent } from '@gwanje/contract/objects/logs';
import { LineStore } from '../lines/line-store.ts';
import {
  isBefore,
  type LogLine,
  type LogRow,
  type MarkKind,
  orderOf,
  RowMaker,
  type RowOrder,
} from '../lines/log-row.ts';
import {
  type ConnectionState,
  LogStream,
  type LogStreamListener,
  type LogWindow,
  type SourceInput,
} from './log-stream.ts';

export type SourceStateKind = 'waiting' | 'open' | 'agentGone' | 'apiServerGone' | 'ended';

export interface SourceState {
  readonly kind: SourceStateKind | 'connecting';
  readonly at: string | null;
  /** The reason of an end. */
  readonly reason: Extract<LogEvent, { type: 'end' }>['reason'] | null;
  readonly detail: string | null;
}

/** Everything that a viewer shows of a log; a new object after each change. */
export interface LogSnapshot {
  readonly rows: readonly LogRow[];
  /** Lines that have arrived, dropped ones too. */
  readonly receivedCnt: number;
  readonly droppedCnt: number;
  /** Lines that the server left out. */
  readonly leftOutCnt: number;
  readonly sources: readonly SourceState[];
  readonly connection: ConnectionState;
  /** The viewer reads no further, because older lines would be dropped while a person reads them. */
  readonly isHeld: boolean;
}

type NewStream = (
  window: LogWindow,
  listener: LogStreamListener,
) => Pick<LogStream, 'add' | 'goOn' | 'close'>;

/** Rows that wait for the next frame. With more the session reads no further until then. */
const MAX_WAITING_ROWS = 4_000;
/** A hidden page has no frames. */
const HIDDEN_MS = 250;
const CONNECTING: SourceState = { kind: 'connecting', at: null, reason: null, detail: null };
const openStream: NewStream = (window, listener) => new LogStream(window, listener);

/**
 * The log of a page: reads the stream, merges its sources, and reports changes at most once in a frame. A slow viewer
 * makes the session read slower; the server then leaves lines out and says so.
 */
export class LogSession {
  readonly #around: RowOrder | undefined;
  readonly #stream: ReturnType<NewStream>;
  readonly #store = new LineStore();
  readonly #maker = new RowMaker();
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<(lines: readonly LogLine[]) => void>();
  readonly #sources: SourceState[] = [];
  /** The time of the last line of each source, as the server wrote it. */
  readonly #lastTimes = new Map<number, string>();
  #waiting: LogRow[] = [];
  #leftOutCnt = 0;
  #connection: ConnectionState = { kind: 'connecting' };
  #isHolding = false;
  #goOn: (() => void)[] = [];
  #cancelFlush: (() => void) | null = null;
  #snapshot: LogSnapshot;
  #receivedCnt = 0;

  constructor(window: LogWindow, aroundTime: string | null, newStream: NewStream = openStream) {
    this.#snapshot = this.#newSnapshot();
    this.#around = aroundTime === null ? undefined : orderOf(aroundTime);
    if (aroundTime !== null) this.#waiting.push(this.#maker.mark(-1, 'alarm', { fromTime: aroundTime }));
    this.#stream = newStream(window, {
      onEvents: (events) => this.#take(events),
      onConnection: (state) => {
        this.#connection = state;
        this.#schedule();
      },
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): LogSnapshot => this.#snapshot;

  /** Calls with the lines of each frame. Returns a stop function. */
  follow(listener: (lines: readonly LogLine[]) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  add(sources: readonly SourceInput[]): void {
    for (const _source of sources) this.#sources.push(CONNECTING);
    this.#stream.add(sources);
    this.#schedule();
  }

  /** Reads on where the number of lines ended it. */
  goOn(): void {
    const limited = this.#sources.flatMap(({ reason }, source) => (reason === 'limit' ? [source] : []));
    for (const source of limited) this.#sources[source] = CONNECTING;
    this.#stream.goOn(limited);
    this.#schedule();
  }

  /** Tries again after a refusal. */
  retry(): void {
    this.#stream.goOn([]);
  }

  /** While a person reads older lines, a full store takes no more. */
  hold(isHolding: boolean): void {
    this.#isHolding = isHolding;
    this.#schedule();
  }

  clear(): void {
    this.#store.clear();
    this.#receivedCnt = 0;
    this.#leftOutCnt = 0;
    this.#schedule();
  }

  close(): void {
    this.#stream.close();
    this.#cancelFlush?.();
    this.#listeners.clear();
    this.#followers.clear();
    for (const goOn of this.#goOn.splice(0)) goOn();
  }

  #take(events: readonly LogEvent[]): void | Promise<void> {
    for (const event of events) this.#takeEvent(event);
    this.#schedule();
    if (this.#waiting.length < MAX_WAITING_ROWS && !this.#isHeld()) return;
    return new Promise((resolve) => this.#goOn.push(resolve));
  }

  #takeEvent(event: LogEvent): void {
    const { source } = event;
    switch (event.type) {
      case 'lines':
        for (const line of event.list) this.#waiting.push(this.#maker.line(source, line));
        this.#lastTimes.set(source, event.list.at(-1)?.[0] ?? this.#lastTimes.get(source) ?? '');
        return;
      case 'leftOut':
        this.#leftOutCnt += event.cnt;
        this.#mark(source, 'leftOut', event);
        return;
      case 'gap':
        this.#mark(source, 'gap', event);
        return;
      case 'restarted':
        this.#mark(source, 'restarted', { fromTime: event.at });
        return;
      case 'state':
        this.#changeState(source, event);
        return;
      case 'end':
        this.#sources[source] = { kind: 'ended', at: event.at, reason: event.reason, detail: event.detail };
        if (event.reason === 'limit' && this.#isBeforeAround(source)) this.goOn();
        else
          this.#mark(source, 'end', {
            fromTime: this.#lastTimes.get(source) ?? event.at,
            reason: event.reason,
            detail: event.detail,
          });
    }
  }

  /** Only a change that a reader has to know has a row: the first `open` says nothing. */
  #changeState(source: number, { state, at, detail }: Extract<LogEvent, { type: 'state' }>): void {
    const before = this.#sources[source]?.kind ?? 'connecting';
    this.#sources[source] = { kind: state, at, reason: null, detail };
    if (state === before || (state === 'open' && (before === 'connecting' || before === 'ended'))) return;
    if (state === 'waiting' && before === 'connecting') return;
    this.#mark(source, state, { fromTime: at, detail });
  }

  /** A busy container has written more lines before the instant than one answer has. */
  #isBeforeAround(source: number): boolean {
    const last = orderOf(this.#lastTimes.get(source) ?? '');
    return this.#around !== undefined && last !== undefined && isBefore(last, this.#around);
  }

  #mark(source: number, mark: MarkKind, more: Parameters<RowMaker['mark']>[2]): void {
    const { fromTime, toTime, cnt = 0, bytes = 0, reason, detail } = more;
    this.#waiting.push(
      this.#maker.mark(source, mark, {
        fromTime,
        cnt,
        bytes,
        ...(toTime !== undefined && { toTime }),
        ...(reason !== undefined && { reason }),
        ...(detail !== undefined && { detail }),
      }),
    );
  }

  #isHeld(): boolean {
    return this.#isHolding && this.#store.isFull;
  }

  #schedule(): void {
    if (this.#cancelFlush) return;
    const flush = () => {
      this.#cancelFlush = null;
      this.#flush();
    };
    if (document.hidden) {
      const timer = setTimeout(flush, HIDDEN_MS);
      this.#cancelFlush = () => clearTimeout(timer);
    } else {
      // A page that is hidden in the meantime has no frame, so a timer stands behind it.
      const frame = requestAnimationFrame(() => {
        clearTimeout(timer);
        flush();
      });
      const timer = setTimeout(() => {
        cancelAnimationFrame(frame);
        flush();
      }, HIDDEN_MS);
      this.#cancelFlush = () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    }
  }

  #flush(): void {
    if (!this.#isHeld()) {
      const rows = this.#waiting;
      this.#waiting = [];
      if (rows.length > 0) this.#store.add(rows);
      const lines = rows.filter((row) => row.kind === 'line');
      this.#receivedCnt += lines.length;
      for (const follow of this.#followers) follow(lines);
      for (const goOn of this.#goOn.splice(0)) goOn();
    }
    this.#snapshot = this.#newSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #newSnapshot(): LogSnapshot {
    return {
      rows: this.#store.rows,
      receivedCnt: this.#receivedCnt,
      droppedCnt: this.#store.droppedCnt,
      leftOutCnt: this.#leftOutCnt,
      sources: [...this.#sources],
      connection: this.#connection,
      isHeld: this.#isHeld(),
    };
  }
}
