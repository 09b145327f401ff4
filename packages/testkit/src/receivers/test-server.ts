import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a test on this machine, at a free port unless one is given. */
export async function openTestServer(listener: RequestListener, address = '127.0.0.1', port = 0) {
  const server = createServer(listener).listen(port, address);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    port: taken,
    url: `http://${address}:${taken}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
