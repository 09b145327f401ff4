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
  /** Accepted messages only; refused ones are not recorded. */
  readonly received: readonly Received[];
  /** Sets the status of all further answers. */
  answer(status: number): void;
}

/** A webhook receiver for one test, closed after it. */
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
