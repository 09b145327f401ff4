import {
  FromAgent,
  type LogRequest,
  MAX_STREAMS_PER_AGENT,
  MAX_TUNNEL_MESSAGE_BYTES,
  type ToAgent,
  TUNNEL_CREDIT_BYTES,
} from '@gwanje/contract/objects/log-tunnel';
import type { LogEvent } from '@gwanje/contract/objects/logs';
import { cleanEvent } from './clean-event.ts';

/** An agent that sends more than it may is cut, so that it cannot fill the memory. */
const MAX_QUEUED_BYTES = TUNNEL_CREDIT_BYTES + MAX_TUNNEL_MESSAGE_BYTES;
const GRANT_FROM_BYTES = TUNNEL_CREDIT_BYTES / 4;

/** The connection to the agent, or to the replica that has it, has ended. */
export class TunnelLost extends Error {
  override readonly name = 'TunnelLost';
}

/** Reads logs through an agent. Nothing more is read while the events are not taken. */
export interface LogTunnel {
  /** Null: the agent does not know yet. */
  readonly mayReadLogs: boolean | null;
  readonly connectedAtMs: number;
  /** Ends after the event `end`. Throws `TunnelLost`. `source` of the events is not the client's. */
  read(request: LogRequest, signal: AbortSignal): AsyncGenerator<LogEvent, void>;
}

/** The part of a WebSocket that a tunnel needs. */
export interface TunnelSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

interface Stream {
  readonly queue: { readonly event: LogEvent; readonly bytes: number }[];
  queuedBytes: number;
  wake: (() => void) | undefined;
}

/** The open connection of one cluster agent. */
export class AgentTunnel implements LogTunnel {
  readonly connectedAtMs: number;
  readonly #socket: TunnelSocket;
  readonly #streams = new Map<number, Stream>();
  #lastStream = 0;
  #mayReadLogs: boolean | null = null;
  #isClosed = false;

  constructor(socket: TunnelSocket, connectedAtMs: number) {
    this.#socket = socket;
    this.connectedAtMs = connectedAtMs;
  }

  get mayReadLogs(): boolean | null {
    return this.#mayReadLogs;
  }

  get streamCnt(): number {
    return this.#streams.size;
  }

  /** The most that a stream has waiting here. */
  get queuedBytes(): number {
    return Math.max(0, ...[...this.#streams.values()].map(({ queuedBytes }) => queuedBytes));
  }

  receive(text: string): void {
    const message = FromAgent.safeParse(jsonOf(text)).data;
    if (!message) return;
    if (message.type === 'hello') {
      this.#mayReadLogs = message.mayReadLogs;
      return;
    }
    // The stream may have been closed while the message was on its way.
    const stream = this.#streams.get(message.source);
    if (!stream) return;
    const bytes = Buffer.byteLength(text);
    stream.queue.push({ event: cleanEvent(message), bytes });
    stream.queuedBytes += bytes;
    if (stream.queuedBytes > MAX_QUEUED_BYTES) this.#socket.close(1008, 'more than was granted');
    stream.wake?.();
  }

  /** The connection has ended: all readers get `TunnelLost`. */
  closed(): void {
    this.#isClosed = true;
    for (const stream of this.#streams.values()) stream.wake?.();
  }

  /** Ends the connection, because it is not allowed any more or there is a newer one. */
  close(reason: string): void {
    this.#socket.close(1008, reason);
  }

  async *read(request: LogRequest, signal: AbortSignal): AsyncGenerator<LogEvent, void> {
    if (this.#isClosed) throw new TunnelLost('the agent is gone');
    if (this.#streams.size >= MAX_STREAMS_PER_AGENT) {
      yield { type: 'end', source: 0, reason: 'busy', at: new Date().toISOString(), detail: null };
      return;
    }
    const number = ++this.#lastStream;
    const stream: Stream = { queue: [], queuedBytes: 0, wake: undefined };
    this.#streams.set(number, stream);
    const wake = () => stream.wake?.();
    signal.addEventListener('abort', wake);
    this.#send({ type: 'open', stream: number, request, creditBytes: TUNNEL_CREDIT_BYTES });
    let isOver = false;
    let ungrantedBytes = 0;
    try {
      while (!signal.aborted) {
        const next = stream.queue.shift();
        if (!next) {
          if (this.#isClosed) throw new TunnelLost('the agent is gone');
          await new Promise<void>((resolve) => {
            stream.wake = resolve;
          });
          stream.wake = undefined;
          continue;
        }
        stream.queuedBytes -= next.bytes;
        isOver = next.event.type === 'end';
        yield next.event;
        if (isOver) return;
        ungrantedBytes += next.bytes;
        if (ungrantedBytes < GRANT_FROM_BYTES) continue;
        this.#send({ type: 'credit', stream: number, bytes: ungrantedBytes });
        ungrantedBytes = 0;
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.#streams.delete(number);
      if (!isOver) this.#send({ type: 'close', stream: number });
    }
  }

  #send(message: ToAgent): void {
    if (!this.#isClosed) this.#socket.send(JSON.stringify(message));
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
