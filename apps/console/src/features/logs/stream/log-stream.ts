import { errors } from '@gwanje/contract/definition/errors';
import { LogEvent, type LogPosition, type LogSource, openLog } from '@gwanje/contract/objects/logs';
import { createParser } from 'eventsource-parser';
import type { z } from 'zod';
import { ApiFailure, isAbort } from '#core/api/api-failure.ts';
import { readStream } from '#core/api/client.ts';
import { pause } from '#core/browser/pause.ts';

type OpenBody = z.input<typeof openLog.body>;
export type SourceInput = Pick<z.input<typeof LogSource>, 'podId' | 'containerName' | 'previous'>;
export type LogWindow = Omit<OpenBody, 'sourceList' | '_method'>;

/** lost: the browser has no connection to the server and tries again · refused: the server would refuse again. */
export type ConnectionState =
  | { readonly kind: 'connecting' | 'connected' | 'ended' }
  | { readonly kind: 'lost'; readonly sinceMs: number }
  | { readonly kind: 'refused'; readonly failure: ApiFailure };

export interface LogStreamListener {
  /** The events of one chunk. The rest is read after the promise that it returns. */
  readonly onEvents: (events: readonly LogEvent[]) => void | Promise<void>;
  readonly onConnection: (state: ConnectionState) => void;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;
/** The server sends a ping every 15 s. */
const SILENCE_MS = 40_000;
/** Longer than any event of the server. */
const MAX_EVENT_CHARS = 8 * 1024 * 1024;

/** Another attempt has the same answer. */
const refusals: readonly number[] = [
  errors.sessionFailed.code,
  errors.subGroupNotAllowed.code,
  errors.viewEnded.code,
  errors.noPermission.code,
  errors.notFound.code,
  errors.missingParameter.code,
  errors.invalidParameter.code,
  errors.tooManyRequests.code,
  errors.viewingOnly.code,
];

/**
 * The logs of the sources as one stream. After a cut it is opened again at the last position of each source, so that
 * no line comes twice and none is missing. `source` in the events is the index in the given list.
 */
export class LogStream {
  readonly #sources: SourceInput[] = [];
  readonly #window: LogWindow;
  readonly #listener: LogStreamListener;
  readonly #positions = new Map<number, LogPosition>();
  readonly #ended = new Set<number>();
  #attempt = new AbortController();
  #isClosed = false;
  #isRunning = false;
  /** A connection that works resets the wait. */
  #waitMs = FIRST_WAIT_MS;

  constructor(window: LogWindow, listener: LogStreamListener) {
    this.#window = window;
    this.#listener = listener;
  }

  /** Sources that are added later open the stream again; the others go on at their position. */
  add(sources: readonly SourceInput[]): void {
    if (sources.length === 0 || this.#isClosed) return;
    this.#sources.push(...sources);
    if (this.#isRunning) this.#attempt.abort();
    else void this.#run();
  }

  /** Reads on at the position of sources that ended; without any it tries again after a refusal. */
  goOn(sources: readonly number[]): void {
    for (const source of sources) this.#ended.delete(source);
    if (this.#isClosed) return;
    if (!this.#isRunning) void this.#run();
    else if (sources.length > 0) this.#attempt.abort();
  }

  close(): void {
    this.#isClosed = true;
    this.#attempt.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (!this.#isClosed && this.#ended.size < this.#sources.length) {
        this.#attempt = new AbortController();
        const failure = await this.#read(this.#attempt.signal);
        if (this.#isClosed || this.#ended.size >= this.#sources.length) break;
        // New sources.
        if (this.#attempt.signal.aborted) continue;
        if (failure?.code != null && refusals.includes(failure.code)) {
          this.#listener.onConnection({ kind: 'refused', failure });
          return;
        }
        this.#listener.onConnection({ kind: 'lost', sinceMs: Date.now() });
        await pause(this.#waitMs, this.#attempt.signal).catch(() => undefined);
        this.#waitMs = Math.min(2 * this.#waitMs, MAX_WAIT_MS);
      }
      if (!this.#isClosed) this.#listener.onConnection({ kind: 'ended' });
    } finally {
      this.#isRunning = false;
    }
  }

  /** Returns the failure; undefined if the server closed the stream or the attempt was aborted. */
  async #read(signal: AbortSignal): Promise<ApiFailure | undefined> {
    const open = this.#sources.flatMap((source, index) =>
      this.#ended.has(index) ? [] : [{ source, index }],
    );
    const indexes = open.map(({ index }) => index);
    let arrived: LogEvent[] = [];
    let isTooLong = false;
    const parser = createParser({
      maxBufferSize: MAX_EVENT_CHARS,
      onEvent: ({ data }) => {
        const event = eventIn(data, indexes);
        if (event) arrived.push(event);
      },
      onError: ({ type }) => {
        isTooLong ||= type === 'max-buffer-size-exceeded';
      },
    });
    const decoder = new TextDecoder();
    let isConnected = false;
    this.#listener.onConnection({ kind: 'connecting' });
    try {
      await readStream(openLog, {
        body: {
          ...this.#window,
          sourceList: open.map(({ source, index }) => ({ ...source, resume: this.#positions.get(index) })),
        },
        signal,
        timeoutMs: SILENCE_MS,
        onChunk: async (chunk) => {
          if (!isConnected) this.#listener.onConnection({ kind: 'connected' });
          isConnected = true;
          this.#waitMs = FIRST_WAIT_MS;
          parser.feed(decoder.decode(chunk, { stream: true }));
          if (isTooLong) throw new Error('an event of a log is too long');
          const events = arrived;
          arrived = [];
          if (events.length === 0) return;
          for (const event of events) this.#note(event);
          await this.#listener.onEvents(events);
        },
      });
      return undefined;
    } catch (error) {
      if (error instanceof ApiFailure) return error;
      if (isAbort(error)) return undefined;
      throw error;
    }
  }

  /** The position belongs to the lines of the same event: both are taken, or neither. */
  #note(event: LogEvent): void {
    if (event.type === 'lines' || event.type === 'leftOut') this.#positions.set(event.source, event.position);
    if (event.type === 'end') this.#ended.add(event.source);
  }
}

/** With the index of all sources; undefined if it is not an event that this console knows. */
function eventIn(data: string, indexes: readonly number[]): LogEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  const parsed = LogEvent.safeParse(value);
  const source = parsed.data && indexes[parsed.data.source];
  return parsed.data && source !== undefined ? { ...parsed.data, source } : undefined;
}
