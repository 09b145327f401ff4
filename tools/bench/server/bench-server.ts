import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@gwanje/backend/database/open-store';
import { createSession } from '@gwanje/backend/identity/sessions';
import { API_PREFIX } from '@gwanje/contract/definition/address';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { freePort } from '@gwanje/testkit/free-port';
import { clusterTokens } from '../../../apps/server/src/pipeline/receive/tokens/cluster-token.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../../apps/server/src/testing/world.ts';
import { startStack } from '../../../scripts/stack.ts';
import { Asker, BatchSender } from './batch-sender.ts';

export interface BenchServer extends AsyncDisposable {
  readonly port: number;
  readonly hostIds: readonly number[];
  readonly tokens: readonly string[];
  readonly sender: BatchSender;
  /** Calls as a total admin. The content is not decoded: large answers are zstd-compressed. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<{ ms: number; content: Buffer }>;
  /** Opens sessions for this many further total admins. */
  cookies(userCnt: number): Promise<readonly string[]>;
  /** Kills without a shutdown. The supervisor starts the part again. */
  kill(part: 'server' | 'database'): void;
  rssMb(): Promise<number>;
  /** CPU seconds of the server process so far. */
  cpuSeconds(): Promise<number>;
}

const CLOCK_TICKS_PER_S = 100;

/** The real server and embedded stores, as in `npm start`, with clusters that wait for their agents. */
export async function startBenchServer(clusterCnt: number): Promise<BenchServer> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-bench-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const [port, loginPort] = [await freePort(), await freePort()];
  const env = { GWANJE_DEMO: '0', GWANJE_REQUESTS_PER_MINUTE: '1000000' };
  const supervisor = await startStack({ dataDir, port, loginPort, env });
  stack.defer(() => supervisor.stop());
  const { hostIds, tokens, cookie } = await prepare(dataDir, clusterCnt);
  const asker = new Asker(port);
  stack.use(asker);
  const opened = stack.move();
  return {
    port,
    hostIds,
    tokens,
    sender: new BatchSender(asker, tokens),
    async call(method, path, body) {
      const headers: Record<string, string> = {
        cookie: `${SESSION_COOKIE}=${cookie}`,
        origin: `http://localhost:${port}`,
        'accept-encoding': 'zstd',
        ...(body ? { 'content-type': 'application/json' } : {}),
      };
      const startedMs = performance.now();
      const { status, content } = await asker.ask({
        method,
        path: `${API_PREFIX}${path}`,
        headers,
        body: body && Buffer.from(JSON.stringify(body)),
      });
      const ms = performance.now() - startedMs;
      if (status !== 200) throw new Error(`${path}: ${status} ${content.toString().slice(0, 300)}`);
      return { ms, content };
    },
    cookies: (userCnt) => addSessions(dataDir, userCnt),
    kill(part) {
      const pid = supervisor.pidOf(part);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    async rssMb() {
      const status = await readFile(`/proc/${supervisor.pidOf('server')}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async cpuSeconds() {
      const stat = await readFile(`/proc/${supervisor.pidOf('server')}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function prepare(dataDir: string, clusterCnt: number) {
  const store = await openStore({ dataDir, databaseUrl: undefined });
  try {
    const { db } = store;
    const { userNo } = await addUser(db, { role: 1, isKeyUser: true });
    const subGroupId = await addSubGroup(db, await addMetaGroup(db, userNo));
    const hostIds: number[] = [];
    const tokens: string[] = [];
    for (let cluster = 0; cluster < clusterCnt; cluster++) {
      const hostId = await addCluster(db, subGroupId);
      const { token, tokenHash, prefix } = clusterTokens.make();
      await db.insertInto('clusterToken').values({ hostId, tokenHash, prefix }).execute();
      hostIds.push(hostId);
      tokens.push(token);
    }
    const cookie = await createSession(db, userNo, { userAgent: 'bench', address: '127.0.0.1' }, new Date());
    return { hostIds, tokens, cookie };
  } finally {
    await store.close();
  }
}

async function addSessions(dataDir: string, userCnt: number): Promise<string[]> {
  const store = await openStore({ dataDir, databaseUrl: undefined });
  try {
    const cookies: string[] = [];
    for (let user = 0; user < userCnt; user++) {
      const { userNo } = await addUser(store.db, { role: 1 });
      const who = { userAgent: 'bench', address: '127.0.0.1' };
      cookies.push(await createSession(store.db, userNo, who, new Date()));
    }
    return cookies;
  } finally {
    await store.close();
  }
}
