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
