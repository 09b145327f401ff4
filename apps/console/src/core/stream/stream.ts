import { openStream, StreamEvent } from '@gwanje/kinds/calls/stream';
import { create } from 'zustand';
import { prepareRequest } from '#core/api/request.ts';
import { handleRefusal } from '#core/session/call-failures.ts';
import type { StreamState } from './connection.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { SharedConnections } from './shared-connection.ts';

interface Stream {
  readonly state: StreamState;
  /** Of a refusal. */
  readonly code: number | null;
}

export const useStream = create<Stream>()(() => ({ state: 'connecting', code: null }));

const listeners = new Set<(event: StreamEvent) => void>();

/** Calls back for every event until the given function is called. */
export function onStreamEvent(listener: (event: StreamEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What a page reads while it opens is left to come in before it is asked for again. */
const CATCH_UP_MS = 2000;

/** Follows the clusters of the selected groups; gives back the way to stop. */
export function followStream(subGroupIds: readonly number[]): () => void {
  const { url } = prepareRequest(openStream, {}, subGroupIds, null);
  let hasWaited = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = connect(new URL(url, window.location.origin).href, (message) => {
    if (message.kind === 'event') return hear(message.event);
    const { state, code } = message;
    useStream.setState({ state, code });
    // Nobody need ask for anything to learn that a right is gone.
    if (state === 'refused') handleRefusal(code);
    // Nobody told of what happened between a page's reading and the connection.
    if (state === 'connected' && hasWaited) timer ??= setTimeout(catchUp, CATCH_UP_MS);
    hasWaited = state !== 'connected';
  });

  function catchUp(): void {
    timer = undefined;
    tell({ type: 'reset' });
  }

  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** A kind of event that this page does not know yet is none. */
function hear(heard: unknown): void {
  const event = StreamEvent.safeParse(heard).data;
  if (event) tell(event);
}

function tell(event: StreamEvent): void {
  for (const listener of listeners) listener(event);
}

const own = new SharedConnections();

/** Where a browser has no shared workers, a window has a connection of its own. */
function connect(url: string, tell: (message: FromWorker) => void): () => void {
  if (typeof SharedWorker === 'undefined') return own.join(url, tell);
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), {
    type: 'module',
    name: 'gwanje-stream',
  });
  const send = (message: ToWorker) => worker.port.postMessage(message);
  worker.port.onmessage = ({ data }: MessageEvent<FromWorker>) => tell(data);
  const join = () => send({ kind: 'open', url });
  join();
  // A window that is closed cannot say so later: the worker would keep its connection for ever.
  const leave = () => send({ kind: 'close' });
  window.addEventListener('pagehide', leave);
  // Back from where the browser keeps pages that one may return to.
  const rejoin = ({ persisted }: PageTransitionEvent) => {
    if (persisted) join();
  };
  window.addEventListener('pageshow', rejoin);
  return () => {
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', rejoin);
    leave();
    worker.port.close();
  };
}
