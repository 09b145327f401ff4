import { createServer } from 'node:net';
import { ConfigError } from '../config/env.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable: string;
}

/** Opens a port. If it cannot be opened, the error names the setting that an operator has to change. */
export async function listenAt<T>(address: ListenAddress, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    throw listenError(address, error);
  }
}

/** Opens the port and closes it again. Fails as `listenAt` does. */
export function checkPort(address: ListenAddress): Promise<void> {
  return listenAt(address, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const server = createServer();
    server.once('error', reject);
    server.listen(address.port, address.host, () => server.close(() => resolve()));
    return promise;
  });
}

function listenError({ host, port, variable }: ListenAddress, error: unknown): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new ConfigError(
        `${variable}: port ${port} is taken by another program; set ${variable} to a free port`,
      );
    case 'EACCES':
      return new ConfigError(
        `${variable}: this user may not open port ${port}; set ${variable} to a port above 1023`,
      );
    case 'EADDRNOTAVAIL':
      return new ConfigError(`this machine has no address ${host}; set the host to listen on to one it has`);
    default:
      return error;
  }
}
