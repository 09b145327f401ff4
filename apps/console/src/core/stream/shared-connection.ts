import { openConnection, type StreamMessage } from './connection.ts';

type Listener = (message: StreamMessage) => void;

interface Open {
  readonly close: () => void;
  readonly listeners: Set<Listener>;
  last: Extract<StreamMessage, { kind: 'state' }>;
}

/** One connection per address for all windows; it closes with the last window. */
export class SharedConnections {
  readonly #open = new Map<string, Open>();

  join(url: string, listener: Listener): () => void {
    const known = this.#open.get(url);
    // A refused connection does not reconnect; the next window that subscribes opens a new one.
    const open = known && known.last.state !== 'refused' ? known : this.#connect(url);
    open.listeners.add(listener);
    listener(open.last);
    return () => {
      open.listeners.delete(listener);
      if (open.listeners.size > 0) return;
      open.close();
      if (this.#open.get(url) === open) this.#open.delete(url);
    };
  }

  #connect(url: string): Open {
    const listeners = new Set<Listener>();
    const open: Open = {
      close: () => connection.close(),
      listeners,
      last: { kind: 'state', state: 'connecting', code: null },
    };
    // Calls the listener before it returns.
    const connection = openConnection(url, (message) => {
      if (message.kind === 'state') open.last = message;
      for (const listener of listeners) listener(message);
    });
    this.#open.set(url, open);
    return open;
  }
}
