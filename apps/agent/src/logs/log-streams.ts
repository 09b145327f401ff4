import {
  type FromAgent,
  type LogRequest,
  MAX_STREAMS_PER_AGENT,
  type ToAgent,
} from '@gwanje/contract/objects/log-tunnel';
import type { LogEvent } from '@gwanje/contract/objects/logs';
import type { Logger } from 'pino';
import type { ApiClient } from '../kubernetes/api-client.ts';
import { LogReader } from './log-reader.ts';

export interface LogStreamsOptions {
  readonly api: ApiClient;
  readonly logger: Logger;
  /** Sends one message over the tunnel. */
  readonly send: (text: string) => void;
  readonly firstWaitMs?: number;
}

interface OpenStream {
  creditBytes: number;
  /** Called when the reader of the stream grants more. */
  wake: (() => void) | undefined;
  readonly stop: AbortController;
}

/**
 * The logs that are read for one connection to the server. Each stream sends as many bytes as its reader has granted; then
 * it waits, and the API server's answer is not read.
 */
export class LogStreams implements Disposable {
  readonly #options: LogStreamsOptions;
  readonly #streams = new Map<number, OpenStream>();

  constructor(options: LogStreamsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#streams.size;
  }

  receive(message: ToAgent): void {
    if (message.type === 'open') this.#open(message.stream, message.request, message.creditBytes);
    else if (message.type === 'close') this.#close(message.stream);
    else this.#grant(message.stream, message.bytes);
  }

  [Symbol.dispose](): void {
    for (const stream of this.#streams.keys()) this.#close(stream);
  }

  #open(stream: number, request: LogRequest, creditBytes: number): void {
    if (this.#streams.has(stream)) return;
    if (this.#streams.size >= MAX_STREAMS_PER_AGENT) {
      this.#send({ type: 'end', source: stream, reason: 'busy', at: new Date().toISOString(), detail: null });
      return;
    }
    const open: OpenStream = { creditBytes, wake: undefined, stop: new AbortController() };
    this.#streams.set(stream, open);
    const { api, logger, firstWaitMs } = this.#options;
    const send = (event: LogEvent) => this.#sendWithCredit(open, event);
    const reader = new LogReader({
      api,
      stream,
      request,
      send,
      ...(firstWaitMs === undefined ? {} : { firstWaitMs }),
    });
    reader
      .run(open.stop.signal)
      .catch((err: unknown) => {
        logger.error({ err }, 'a log could not be read');
        const detail = String(err).slice(0, 300);
        this.#send({ type: 'end', source: stream, reason: 'failed', at: new Date().toISOString(), detail });
      })
      .finally(() => {
        if (this.#streams.get(stream) === open) this.#streams.delete(stream);
      });
  }

  #close(stream: number): void {
    const open = this.#streams.get(stream);
    if (!open) return;
    this.#streams.delete(stream);
    open.stop.abort();
    open.wake?.();
  }

  #grant(stream: number, bytes: number): void {
    const open = this.#streams.get(stream);
    if (!open) return;
    open.creditBytes += bytes;
    if (open.creditBytes > 0) open.wake?.();
  }

  /** A message may exceed the credit once: the rest is taken from the next grant. */
  async #sendWithCredit(open: OpenStream, event: LogEvent): Promise<void> {
    while (open.creditBytes <= 0 && !open.stop.signal.aborted) {
      await new Promise<void>((resolve) => {
        open.wake = resolve;
      });
      open.wake = undefined;
    }
    if (open.stop.signal.aborted) return;
    open.creditBytes -= this.#send(event);
  }

  #send(message: FromAgent): number {
    const text = JSON.stringify(message);
    this.#options.send(text);
    return Buffer.byteLength(text);
  }
}
