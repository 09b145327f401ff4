import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connectingProcess } from './process-table.ts';

/** `reset`: connections end at once, and new ones too. `silent`: nothing arrives any more, and nothing ends. */
export type Cut = 'reset' | 'silent';

export type LinkTarget = { readonly port: number } | { readonly path: string };

interface Connection {
  readonly from: string;
  readonly to: string;
  readonly near: Socket;
  readonly far: Socket;
}

/**
 * Stands between the processes of an installation on one machine: each target gets another port, and connections
 * from a chosen process to a chosen target can be cut and restored. The table of processes tells who connects.
 */
export class TcpLinks implements AsyncDisposable {
  readonly #pidOf: ReadonlyMap<string, () => number | undefined>;
  readonly #servers: Server[] = [];
  readonly #connections = new Set<Connection>();
  readonly #cuts = new Map<string, Cut>();

  /** The processes whose connections can be cut, by name. */
  constructor(pidOf: ReadonlyMap<string, () => number | undefined>) {
    this.#pidOf = pidOf;
  }

  /** Returns the port at which the target is reached through the link. */
  async open(to: string, target: LinkTarget): Promise<number> {
    const server = createServer((near) => this.#accept(near, to, target));
    this.#servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  cut(from: string, to: string, how: Cut): void {
    this.#cuts.set(linkName(from, to), how);
    this.#apply(from, to);
  }

  restore(from: string, to: string): void {
    this.#cuts.delete(linkName(from, to));
    this.#apply(from, to);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { near, far } of this.#connections) {
      near.destroy();
      far.destroy();
    }
    await Promise.all(
      this.#servers.map(async (server) => {
        server.close();
        await once(server, 'close');
      }),
    );
  }

  #accept(near: Socket, to: string, target: LinkTarget): void {
    const from = this.#nameOf(near);
    const far = 'path' in target ? connect(target.path) : connect(target.port, '127.0.0.1');
    const connection = { from, to, near, far };
    this.#connections.add(connection);
    for (const socket of [near, far]) {
      // 'close' follows.
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        this.#connections.delete(connection);
      });
    }
    this.#forward(connection);
  }

  #nameOf({ remotePort = 0, localPort = 0 }: Socket): string {
    const names = new Map([...this.#pidOf].map(([name, pidOf]) => [pidOf() ?? Number.NaN, name]));
    const pid = connectingProcess({ localPort: remotePort, remotePort: localPort }, [...names.keys()]);
    return names.get(pid ?? Number.NaN) ?? 'another process';
  }

  #apply(from: string, to: string): void {
    for (const connection of this.#connections)
      if (connection.from === from && connection.to === to) this.#forward(connection);
  }

  #forward({ from, to, near, far }: Connection): void {
    near.unpipe(far);
    far.unpipe(near);
    const cut = this.#cuts.get(linkName(from, to));
    if (cut === undefined) {
      near.pipe(far);
      far.pipe(near);
    } else if (cut === 'silent') {
      near.pause();
      far.pause();
    } else {
      near.resetAndDestroy();
      far.destroy();
    }
  }
}

function linkName(from: string, to: string): string {
  return `${from} -> ${to}`;
}
