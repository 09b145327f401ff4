import { errors } from '@gwanje/contract/definition/errors';
import { createParser } from 'eventsource-parser';
import { pause } from '#core/browser/pause.ts';

export type StreamState = 'connecting' | 'connected' | 'lost' | 'refused';

/** A message from a window to the shared worker. */
export type ToWorker = { readonly kind: 'open'; readonly url: string } | { readonly kind: 'close' };

/**
 * A message of the connection, which the worker passes on. An event is unchecked: the window checks its shape, so that
 * the worker does not load the contract. `refused`: the server refused with this code and would refuse again.
 */
export type StreamMessage =
  | { readonly kind: 'event'; readonly event: unknown }
  | { readonly kind: 'state'; readonly state: StreamState; readonly code: number | null };

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** The server sends something every 15 s; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000;
/** The maximum length of a message, longer than any message of the server. */
const MAX_MESSAGE_CHARS = 4 * 1024 * 1024;

const refusals: readonly number[] = [
  errors.sessionFailed.code,
  errors.subGroupNotAllowed.code,
  errors.noPermission.code,
  errors.viewEnded.code,
];

/** Reconnects with the last received event id. Uses fetch, because EventSource hides the error envelope. */
export function openConnection(
  url: string,
  listener: (message: StreamMessage) => void,
  random: () => number = Math.random,
): { close(): void } {
  const ended = new AbortController();
  let lastId: string | undefined;
  let waitMs = FIRST_WAIT_MS;
  const report = (state: StreamState, code: number | null = null) => listener({ kind: 'state', state, code });

  async function read(): Promise<void> {
    report('connecting');
    const attempt = new AbortController();
    const signal = AbortSignal.any([ended.signal, attempt.signal]);
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (lastId !== undefined) headers['last-event-id'] = lastId;
    const response = await fetch(url, { credentials: 'include', headers, signal, cache: 'no-store' });
    if (!response.ok || !response.body) throw new Refused(await codeOf(response));
    report('connected');
    waitMs = FIRST_WAIT_MS;
    const parser = createParser({
      maxBufferSize: MAX_MESSAGE_CHARS,
      onId: (id) => {
        lastId = id;
      },
      onEvent: ({ data }) => {
        const event = parseEvent(data);
        if (event) listener({ kind: 'event', event });
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') attempt.abort();
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const timer = setTimeout(() => attempt.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      parser.feed(value);
    }
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await read();
      } catch (error) {
        if (error instanceof Refused && error.code !== null && refusals.includes(error.code)) {
          if (!ended.signal.aborted) report('refused', error.code);
          return;
        }
      }
      if (ended.signal.aborted) return;
      report('lost');
      // A rejection means that the connection was closed.
      await pause(waitMs * (0.5 + random()), ended.signal).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    }
  }

  void run();
  return { close: () => ended.abort() };
}

class Refused extends Error {
  readonly code: number | null;
  constructor(code: number | null) {
    super(`stream refused: ${code}`);
    this.code = code;
  }
}

async function codeOf(response: Response): Promise<number | null> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
    ? body.code
    : null;
}

/** Undefined if the text is not JSON. */
function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
