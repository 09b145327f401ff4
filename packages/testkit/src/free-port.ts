import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Linux gives ports from 32768 on to outgoing connections: one of them could take the port before its server listens. */
const PORTS = [20_000, 32_768] as const;
const ATTEMPTS = 100;

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${PORTS[0]} to ${PORTS[1]}`);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
