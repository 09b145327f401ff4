import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly deliveryId: string;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  /** What it took; what it refused it forgot. */
  readonly received: readonly Received[];
  /** What it answers from now on. */
  answer(status: number): void;
}

/** Somebody outside who is told of alarms, gone when the test is. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (status === 200) received.push({ deliveryId: String(request.headers['x-gwanje-delivery']), body });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer(next) {
      status = next;
    },
  };
}
