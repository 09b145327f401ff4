import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '@gwanje/backend/database/connection';
import { TestProcess } from './processes.ts';

const HOST = join(import.meta.dirname, 'testing/postgres-host.ts');
/** Twice as fast, for tests without a power failure. The databases of tests end before a vacuum would help them. */
export const CARELESS_FLAGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
].flatMap((setting) => ['-c', setting]);

/** A PostgreSQL server on its own folder. It uses a Unix socket, so that no port can be in use. */
export async function startPostgres(folder: string, flags: readonly string[] = []): Promise<PostgresServer> {
  const server = new PostgresServer(folder, flags);
  await server.start();
  return server;
}

export class PostgresServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #flags: readonly string[];
  #process: TestProcess | undefined;

  constructor(folder: string, flags: readonly string[]) {
    this.#folder = folder;
    this.#flags = flags;
  }

  addressOf(database: string): { readonly url: string } & DatabaseAddress {
    return { url: postgresUrl(join(this.#folder, 'socket'), database) };
  }

  get address(): DatabaseAddress {
    return this.addressOf('postgres');
  }

  async start(): Promise<void> {
    this.#process = new TestProcess(HOST, { args: [this.#folder, ...this.#flags] });
    await this.#process.waitForLineOrStop((line) => line === 'postgres is ready');
  }

  /** kill -9 of the postmaster. Its backends notice it and exit. */
  async kill(): Promise<void> {
    const pid = postmasterPid(this.#folder);
    process.kill(pid, 'SIGKILL');
    // The parent must reap the postmaster before it is killed: the next start takes a zombie for a server.
    while (isThere(pid)) await delay(2);
    await this.#process?.kill();
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

export function postmasterPid(folder: string): number {
  return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
}

export function postgresUrl(socketDir: string, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
