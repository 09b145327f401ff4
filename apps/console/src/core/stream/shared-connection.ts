import { type FromWorker, openConnection, type StreamState } from './connection.ts';

type Listener = (message: FromWorker) => void;

interface Open {
  readonly connection: { close(): void };
  readonly listeners: Set<Listener>;
  state: StreamState;
  code: number | null;
}

/** One connection per address for all windows; it closes with the last window. */
export class SharedConnections {
  readonly #open = new Map<string, Open>();

  join(url: string, listener: Listener): () => void {
    const known = this.#open.get(url);
    // A refused connection does not reconnect; the next window that subscribes opens a new one.
    const open = known && known.state !== 'refused' ? known : this.#connect(url);
    open.listeners.add(listener);
    listener({ kind: 'state', state: open.state, code: open.code });
    return () => {
      open.listeners.delete(listener);
      if (open.listeners.size > 0) return;
      open.connection.close();
      if (this.#open.get(url) === open) this.#open.delete(url);
    };
  }

  #connect(url: string): Open {
    const listeners = new Set<Listener>();
    const publish = (message: FromWorker) => {
      for (const listener of listeners) listener(message);
    };
    const connection = openConnection(url, {
      event: (event) => publish({ kind: 'event', event }),
      state: (state, code) => {
        Object.assign(open, { state, code });
        publish({ kind: 'state', state, code });
      },
    });
    const open: Open = { connection, listeners, state: 'connecting', code: null };
    this.#open.set(url, open);
    return open;
  }
}
