import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Db } from '@gwanje/backend/database/schema';
import { type FromAgent, ToAgent, TUNNEL_PATH } from '@gwanje/contract/objects/log-tunnel';
import { addRow } from '@gwanje/testkit/testing/rows';
import type { FastifyInstance } from 'fastify';
import { WebSocket } from 'undici';
import { clusterTokens } from '../../../pipeline/receive/tokens/cluster-token.ts';

export async function addToken(db: Db, hostId: number, role: 'cluster' | 'node' = 'cluster') {
  const { token, tokenHash, prefix } = clusterTokens.make();
  const { tokenId } = await addRow(db, 'clusterToken', { hostId, role, tokenHash, prefix });
  return { token, tokenId };
}

export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

type Opened = Extract<ToAgent, { type: 'open' }>;

/** The agent's side of a tunnel: a test decides what it sends. */
export class TestAgent implements Disposable {
  readonly received: ToAgent[] = [];
  readonly #socket: WebSocket;
  readonly closed: Promise<number>;
  #wake = Promise.withResolvers<void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      this.received.push(ToAgent.parse(JSON.parse(String(data))));
      this.#wake.resolve();
      this.#wake = Promise.withResolvers();
    });
    this.closed = new Promise((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code));
    });
  }

  static async connect(port: number, token: string, mayReadLogs: boolean | null = true): Promise<TestAgent> {
    const headers = { authorization: `Bearer ${token}` };
    const socket = new WebSocket(`ws://127.0.0.1:${port}${TUNNEL_PATH}`, { headers });
    const agent = new TestAgent(socket);
    await Promise.race([
      once(socket, 'open'),
      once(socket, 'error').then(() => {
        throw new Error('the server refuses the tunnel');
      }),
    ]);
    agent.send({ type: 'hello', version: '0.1.0', mayReadLogs });
    return agent;
  }

  send(message: FromAgent): void {
    this.#socket.send(JSON.stringify(message));
  }

  async until<Found>(find: (received: readonly ToAgent[]) => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find(this.received);
      if (found !== undefined) return found;
      await this.#wake.promise;
    }
  }

  /** The stream that was opened as the given one, from 0. */
  opened(index = 0): Promise<Opened> {
    return this.until((received) => received.filter((message) => message.type === 'open')[index]);
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

/** The time of a line, with a number of nanoseconds. */
export function timeOf(nanos: number): string {
  return `2026-11-18T03:12:00.${String(nanos).padStart(9, '0')}Z`;
}

export function linesOf(source: number, first: number, texts: readonly string[]): FromAgent {
  const list = texts.map((text, index): [string, string] => [timeOf(first + index), text]);
  return { type: 'lines', source, list, position: `${timeOf(first + texts.length - 1)}/1/0` };
}
