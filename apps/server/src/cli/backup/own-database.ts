import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { embeddedSocketDir, socketPathIn } from '@gwanje/backend/database/embedded-address';
import type { ServerSettings } from '../../config.ts';
import { CommandError } from '../command-error.ts';

const ENTRY = join(import.meta.dirname, '../../../../database/src/main.ts');

/** Runs the embedded database for the duration of the command, when no server runs it already. */
export async function startOwnDatabase({
  databaseUrl,
  dataDir,
}: Pick<ServerSettings, 'databaseUrl' | 'dataDir'>): Promise<AsyncDisposable> {
  if (databaseUrl !== undefined || (await isDatabaseRunning(dataDir)))
    return { async [Symbol.asyncDispose]() {} };
  if (!existsSync(ENTRY))
    throw new CommandError('No database is running: set GWANJE_DATABASE_URL, or start the embedded one.');
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...process.env, GWANJE_DATA_DIR: dataDir, GWANJE_LOG_LEVEL: 'info' },
    // The database process ends when the IPC channel to this process closes, however this process ends.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const isReady = child.stdout ? printsReady(child.stdout, lines) : Promise.resolve(false);
  if (!(await Promise.race([isReady, exited.then(() => false)])))
    throw new CommandError(`The embedded database did not start:\n${lines.join('\n')}`);
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function printsReady(input: Readable, lines: string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  createInterface({ input }).on('line', (line) => {
    lines.push(line);
    if (line.includes('"msg":"ready"')) resolve(true);
  });
  return promise;
}

export async function isDatabaseRunning(dataDir: string): Promise<boolean> {
  const socket = connect(socketPathIn(embeddedSocketDir(dataDir)));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
