import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Supervisor } from './supervisor.ts';

export interface StackOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly loginPort: number;
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
  if (!options.databaseUrl) supervisor.start({ name: 'database', entry: 'apps/database/src/main.ts', env });
  supervisor.start({ name: 'login', entry: 'apps/login/src/main.ts', env });
  supervisor.start({ name: 'server', entry: 'apps/server/src/main.ts', env });
  return { supervisor, ready: bothReady(options, supervisor) };
}

async function bothReady({ port, loginPort }: StackOptions, supervisor: Supervisor): Promise<void> {
  try {
    await Promise.all([becomesReady(port), becomesReady(loginPort)]);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** Waits until one process is ready. */
export async function becomesReady(port: number): Promise<void> {
  const giveUpMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpMs) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(
    `nothing became ready on port ${port} within ${READY_WITHIN_MS / 1000} s; see the logs in the data folder`,
  );
}
