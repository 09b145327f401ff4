import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Random } from '../../../simulator/src/core/random.ts';
import type { History } from '../history.ts';

const FAILS = 0.1;

/** Records the messages about alarms. Sometimes it takes one and answers with an error, so that it is repeated. */
export async function startWebhookReceiver(seed: number, history: History) {
  const random = new Random(seed);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const deliveryId = String(request.headers['x-gwanje-delivery']);
    history.messages.push({ deliveryId, body });
    response.writeHead(random.chance(FAILS) ? 500 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
