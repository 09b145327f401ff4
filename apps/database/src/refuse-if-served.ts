import { once } from 'node:events';
import { connect } from 'node:net';
import { ConfigError } from '@gwanje/backend/config/env';

/** A holder in another container has other pids, so its lock looks stale. Its socket shows that it runs. */
export async function refuseIfServed(socketPath: string): Promise<void> {
  const socket = connect(socketPath);
  const isServed = await once(socket, 'connect').then(
    () => true,
    (error: unknown) => {
      if (isCode(error, 'ENOENT') || isCode(error, 'ECONNREFUSED')) return false;
      throw error;
    },
  );
  socket.destroy();
  if (isServed) throw new ConfigError(`another process, perhaps in another container, serves ${socketPath}`);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
