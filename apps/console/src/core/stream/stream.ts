import { openStream, StreamEvent } from '@gwanje/kinds/calls/stream';
import { create } from 'zustand';
import { prepareRequest } from '#core/api/request.ts';
import { handleRefusal } from '#core/call-failures.ts';
import type { StreamMessage, StreamState, ToWorker } from './connection.ts';
import { SharedConnections } from './shared-connection.ts';

/** `code`: the error code of a refusal. */
export const useStream = create<{ readonly state: StreamState; readonly code: number | null }>()(() => ({
  state: 'connecting',
  code: null,
}));

const listeners = new Set<(event: StreamEvent) => void>();

/** Calls the listener for every event. Returns an unsubscribe function. */
export function onStreamEvent(listener: (event: StreamEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** If the connection opens within this time, the reads before it are not repeated. */
const MAX_GAP_MS = 2000;

/** Follows the clusters of the selected groups. Returns a stop function. */
export function followStream(subGroupIds: readonly number[]): () => void {
  const { url } = prepareRequest(openStream, {}, subGroupIds, null);
  let waitingSinceMs: number | null = Date.now();
  return connect(new URL(url, window.location.origin).href, (message) => {
    if (message.kind === 'event') return receive(message.event);
    const { state, code } = message;
    useStream.setState({ state, code });
    // The stream reports a lost permission before any request is refused.
    if (state === 'refused') handleRefusal(code);
    if (state !== 'connected') {
      waitingSinceMs ??= Date.now();
      return;
    }
    // Events between a page's read and the connection were missed.
    if (waitingSinceMs !== null && Date.now() - waitingSinceMs > MAX_GAP_MS) emit({ type: 'reset' });
    waitingSinceMs = null;
  });
}

/** Events of an unknown type, from a newer server, are ignored. */
function receive(message: unknown): void {
  const event = StreamEvent.safeParse(message).data;
  if (event) emit(event);
}

function emit(event: StreamEvent): void {
  for (const listener of listeners) listener(event);
}

const own = new SharedConnections();

/** Without shared workers each window opens its own connection. */
function connect(url: string, onMessage: (message: StreamMessage) => void): () => void {
  if (typeof SharedWorker === 'undefined') return own.join(url, onMessage);
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), {
    type: 'module',
    name: 'gwanje-stream',
  });
  const send = (message: ToWorker) => worker.port.postMessage(message);
  worker.port.onmessage = ({ data }: MessageEvent<StreamMessage>) => onMessage(data);
  const join = () => send({ kind: 'open', url });
  join();
  const ending = new AbortController();
  const { signal } = ending;
  // A window that closes must inform the worker, or the worker keeps the connection for it.
  const leave = () => send({ kind: 'close' });
  window.addEventListener('pagehide', leave, { signal });
  // The page was restored from the back-forward cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && join(), { signal });
  return () => {
    ending.abort();
    leave();
    worker.port.close();
  };
}
