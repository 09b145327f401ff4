import { openConnection, type StreamState } from './connection.ts';
import type { FromWorker } from './messages.ts';

type Tell = (message: FromWorker) => void;

interface Open {
  readonly connection: { close(): void };
  readonly listeners: Set<Tell>;
  state: StreamState;
  code: number | null;
}

/** One connection an address, however many windows ask for it; it ends with the last of them. */
export class SharedConnections {
  readonly #open = new Map<string, Open>();

  join(url: string, tell: Tell): () => void {
    const known = this.#open.get(url);
    // A connection that was refused does not come back by itself; whoever asks anew tries anew.
    const open = known && known.state !== 'refused' ? known : this.#connect(url);
    open.listeners.add(tell);
    tell({ kind: 'state', state: open.state, code: open.code });
    return () => {
      open.listeners.delete(tell);
      if (open.listeners.size > 0) return;
      open.connection.close();
      if (this.#open.get(url) === open) this.#open.delete(url);
    };
  }

  #connect(url: string): Open {
    const listeners = new Set<Tell>();
    const tellAll = (message: FromWorker) => {
      for (const tell of listeners) tell(message);
    };
    const connection = openConnection(url, {
      event: (event) => tellAll({ kind: 'event', event }),
      state: (state, code) => {
        Object.assign(open, { state, code });
        tellAll({ kind: 'state', state, code });
      },
    });
    const open: Open = { connection, listeners, state: 'connecting', code: null };
    this.#open.set(url, open);
    return open;
  }
}
