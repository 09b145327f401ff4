import { openStore } from '@gwanje/backend/database/open-store';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { startTemporaryStack } from '../../../scripts/installation/temporary-stack.ts';
import { usageOf } from '../process-usage.ts';
import { type AgentTokens, type Answer, BatchSender, HttpClient } from './batch-sender.ts';
import { addBenchClusters, addBenchSessions } from './bench-clusters.ts';

/** Calls as a total admin. */
export type AdminCall = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<{ ms: number } & Pick<Answer, 'content' | 'text'>>;

export interface BenchServer extends AsyncDisposable {
  readonly port: number;
  readonly dataDir: string;
  readonly hostIds: readonly number[];
  readonly tokens: readonly AgentTokens[];
  readonly sender: BatchSender;
  readonly call: AdminCall;
  /** Opens sessions for this many further total admins. */
  cookies(userCnt: number): Promise<readonly string[]>;
  /** Kills without a shutdown. The supervisor starts the part again. */
  kill(part: 'server' | 'database'): void;
  /** Memory and CPU time of the server process. */
  usage(): ReturnType<typeof usageOf>;
}

export const BENCH_ENV = { GWANJE_DEMO: '0', GWANJE_REQUESTS_PER_MINUTE: '1000000' };

/** The real server and embedded stores, as in `npm start`, with clusters that wait for their agents. */
export async function startBenchServer(
  clusterCnt: number,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  await using stack = new AsyncDisposableStack();
  const { dataDir, port, supervisor } = stack.use(await startTemporaryStack({ ...BENCH_ENV, ...env }));
  const { hostIds, tokens, cookie } = await prepareInstallation(dataDir, clusterCnt);
  const httpClient = stack.use(new HttpClient(port));
  const opened = stack.move();
  return {
    port,
    dataDir,
    hostIds,
    tokens,
    sender: new BatchSender(httpClient, tokens),
    call: adminCalls(httpClient, `http://localhost:${port}`, cookie),
    cookies: (userCnt) => addSessions(dataDir, userCnt),
    kill(part) {
      const pid = supervisor.pidOf(part);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    usage: () => usageOf(supervisor.pidOf('server')),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The server compares the origin with its public address. */
export function adminCalls(httpClient: HttpClient, origin: string, cookie: string): AdminCall {
  return async (method, path, body) => {
    const headers: Record<string, string> = {
      cookie: `${SESSION_COOKIE}=${cookie}`,
      origin,
      'accept-encoding': 'zstd',
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const startedMs = performance.now();
    const { status, content, text } = await httpClient.ask({
      method,
      path: `${API_PREFIX}${path}`,
      headers,
      body: body && Buffer.from(JSON.stringify(body)),
    });
    const ms = performance.now() - startedMs;
    if (status !== 200) throw new Error(`${path}: ${status} ${text().slice(0, 300)}`);
    return { ms, content, text };
  };
}

/** Adds clusters with tokens for their agents, and a session of a total admin. */
export async function prepareInstallation(dataDir: string, clusterCnt: number) {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.adopt(await openStore({ dataDir, databaseUrl: undefined }), (store) => store.close());
  return await addBenchClusters(db, clusterCnt);
}

async function addSessions(dataDir: string, userCnt: number): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.adopt(await openStore({ dataDir, databaseUrl: undefined }), (store) => store.close());
  return await addBenchSessions(db, userCnt);
}
