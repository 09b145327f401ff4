import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError, Supervisor } from './supervisor.ts';

export interface StackOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly loginPort: number;
  /** The address on which both sites listen. Default: this machine's loopback address reaches them. */
  readonly host?: string;
  /** If absent, the embedded database is started too. */
  readonly databaseUrl?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

const READY_WITHIN_MS = 180_000;

/** The next start uses the compile cache of this one. Test installations share the cache of the test run. */
export function compileCache(dataDir: string): string {
  return process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'code');
}

/** Starts every process of an installation, for `npm start` and the browser tests. */
export async function startStack(options: StackOptions): Promise<Supervisor> {
  const { supervisor, ready } = launchStack(options);
  await ready;
  return supervisor;
}

/**
 * Starts the stack for a caller that works until it is ready. On a failed start, all processes are stopped.
 */
export function launchStack(options: StackOptions): {
  readonly supervisor: Supervisor;
  readonly ready: Promise<void>;
} {
  const env = {
    GWANJE_DATA_DIR: options.dataDir,
    GWANJE_PORT: String(options.port),
    GWANJE_LOGIN_PORT: String(options.loginPort),
    NODE_COMPILE_CACHE: compileCache(options.dataDir),
    ...(options.databaseUrl ? { GWANJE_DATABASE_URL: options.databaseUrl } : {}),
    ...options.env,
  };
  const supervisor = new Supervisor(join(options.dataDir, 'logs'));
  const starting = [
    ...(options.databaseUrl
      ? []
      : [supervisor.start({ name: 'database', entry: 'apps/database/src/main.ts', env })]),
    supervisor.start({ name: 'login', entry: 'apps/login/src/main.ts', env }),
    supervisor.start({ name: 'server', entry: 'apps/server/src/main.ts', env }),
  ];
  return { supervisor, ready: allReady(options, starting, supervisor) };
}

/** Asks over HTTP only when both sites have opened their ports: another program may answer on a taken one. */
async function allReady(
  { port, loginPort, host }: StackOptions,
  starting: readonly Promise<void>[],
  supervisor: Supervisor,
): Promise<void> {
  try {
    await Promise.all(starting);
    await Promise.all([becomesReady(port, host), becomesReady(loginPort, host)]);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** Waits until one process is ready. */
export async function becomesReady(port: number, host?: string): Promise<void> {
  const giveUpMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpMs) {
    const answer = await fetch(`${localUrl(port, host)}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new StartError(
    `nothing became ready on port ${port} within ${READY_WITHIN_MS / 1000} s; see the logs in the data folder`,
  );
}

/** The address at which this machine reaches a process that listens on a host. */
export function localUrl(port: number, host = '127.0.0.1'): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
