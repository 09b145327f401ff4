import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createZstdDecompress } from 'node:zlib';
import { DashboardPartReader } from '@gwanje/contract/dashboard/dashboard-parts';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { freePort } from '@gwanje/testkit/free-port';
import { Supervisor } from '../../../scripts/installation/supervisor.ts';
import { type Figure, figure, type Measure, percentile } from '../figure.ts';
import { HttpClient } from './batch-sender.ts';
import { prepareInstallation } from './bench-server.ts';
import { podName } from './fleet.ts';
import type { GrowthQuestion, GrowthReport } from './growth-server.ts';

const POD_CNT = 5000;
const ROUNDS = Number(process.env.GWANJE_BENCH_ROUNDS ?? 100);
const DASHBOARD_ROUNDS = 5;
/** A scan is measured before every so many requests. */
const ROUNDS_PER_SCAN = 10;
/** Until the garbage of the fill is collected. */
const SETTLE_MS = 5000;

const equal = (clusterCnt: number) => Array.from({ length: clusterCnt }, () => POD_CNT);
/** Pods of each cluster. Twice as many containers, and a node for every 33 pods. */
const worlds: Readonly<Record<string, readonly number[]>> = {
  '100k': equal(20),
  '300k': equal(60),
  '1000k': equal(200),
  /** Half of the pods in one cluster. */
  '1000k_giant': [500_000, ...equal(100)],
};

/** One measure per size, to run one alone. */
export const growthMeasures: Readonly<Record<string, Measure>> = Object.fromEntries(
  Object.entries(worlds).map(([size, podCnts]) => [`growth.${size}`, () => measureGrowth(size, podCnts)]),
);

/**
 * Memory, lists, search and dashboard of one server over HTTP. `_ms` is the time until the answer, which other
 * work of the machine delays; `_cpu_ms` is the CPU time of the server's main thread meanwhile. Other work slows
 * that too, so it is compared with a plain scan of one number per pod in the same server at the same time.
 */
async function measureGrowth(size: string, podCnts: readonly number[]): Promise<readonly Figure[]> {
  await using server = await startGrowthServer(podCnts);
  const name = (what: string) => `growth.${size}_${what}`;
  const goal = (limit: string) => (size.startsWith('1000k') ? limit : '');
  const { rssMb: filledMb } = await server.ask('usage');
  const list = '/pods/3/100';
  const [, oneId] = server.hostIds;
  const one = await timesOf(server, (turn) => server.call('POST', list, listBody(turn, [oneId])));
  const all = await timesOf(server, (turn) => server.call('POST', list, listBody(turn)));
  const search = await timesOf(server, (turn) =>
    server.call('GET', `/search?gone=without&q=${encodeURIComponent(searchText(turn))}`),
  );
  const summary = await timesOf(
    server,
    () => server.call('POST', '/dashboard/summary', { _method: 'get', isAllCluster: true, clusterList: [] }),
    DASHBOARD_ROUNDS,
  );
  const dashboard = await measureDashboard(server, oneId);
  const { rssMb } = await server.ask('usage');
  const timed = (what: string, times: Times, limit: string) => [
    figure(name(`${what}_p99_ms`), percentile(times.ms, 0.99), 'ms', goal(limit)),
    inScans(figure(name(`${what}_p50_cpu_ms`), percentile(times.cpuMs, 0.5), 'CPU ms', goal(limit)), times),
    inScans(figure(name(`${what}_p99_cpu_ms`), percentile(times.cpuMs, 0.99), 'CPU ms', goal(limit)), times),
  ];
  return [
    figure(name('fill_cpu_s'), server.fillCpuSec, 'CPU s', '', 0),
    figure(name('filled_rss_mb'), filledMb, 'MB', '', 0),
    figure(name('rss_mb'), Math.max(filledMb, rssMb), 'MB', goal('<= 6144'), 0),
    ...timed('list_one', one, '<= 15'),
    ...timed('list_all', all, '<= 60'),
    ...timed('search', search, '<= 60'),
    ...timed('summary', summary, ''),
    figure(name('dashboard_first_p99_ms'), percentile(dashboard.firstMs, 0.99), 'ms', goal('<= 300'), 0),
    figure(name('dashboard_all_p99_ms'), percentile(dashboard.allMs, 0.99), 'ms', '', 0),
    figure(name('dashboard_cpu_ms'), percentile(dashboard.cpuMs, 0.5), 'CPU ms', '', 0),
    figure(name('dashboard_parts'), dashboard.partCnt, 'parts', '', 0),
    figure(name('dashboard_mb'), dashboard.bytes / 1e6, 'MB', '', 2),
    figure(name('list_one_during_dashboard_p99_ms'), percentile(dashboard.listMs, 0.99), 'ms', ''),
  ];
}

interface Times {
  readonly ms: number[];
  readonly cpuMs: number[];
  readonly scanCpuMs: number[];
}

function inScans(own: Figure, { scanCpuMs }: Times): Figure {
  const value = percentile(scanCpuMs, 0.5);
  return {
    ...own,
    peer: { name: 'scan', value: Number(value.toFixed(2)) },
    ratio: Number((own.value / value).toFixed(1)),
  };
}

type ReportOf<Kind extends GrowthReport['kind']> = Extract<GrowthReport, { kind: Kind }>;

interface GrowthServer extends AsyncDisposable {
  readonly hostIds: readonly number[];
  readonly fillCpuSec: number;
  ask<Question extends GrowthQuestion>(question: Question): Promise<ReportOf<Question>>;
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<number>;
  /** When the first part and the last one have arrived, and the compressed size. */
  dashboard(): Promise<{ firstMs: number; allMs: number; partCnt: number; objectCnt: number; bytes: number }>;
}

async function startGrowthServer(podCnts: readonly number[]): Promise<GrowthServer> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-growth-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const env = {
    GWANJE_DATA_DIR: dataDir,
    GWANJE_PORT: String(port),
    GWANJE_REQUESTS_PER_MINUTE: '1000000',
    // The fill blocks the event loop; without this the first requests would be refused.
    GWANJE_BUSY_AFTER_MS: '0',
  };
  const supervisor = new Supervisor(join(dataDir, 'logs'));
  stack.defer(() => supervisor.stop());
  await supervisor.start({ name: 'database', entry: 'apps/database/src/main.ts', env });
  const { hostIds, cookie } = await prepareInstallation(dataDir, podCnts.length);
  const pods = JSON.stringify(podCnts.map((podCnt, at) => [hostIds[at], podCnt]));
  const child = fork(new URL('./growth-server.ts', import.meta.url), [pods], {
    env: { ...process.env, ...env },
  });
  stack.defer(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const filled = await reportOf(child, 'filled');
  await delay(SETTLE_MS);
  const httpClient = stack.use(new HttpClient(port));
  const headers = {
    cookie: `${SESSION_COOKIE}=${cookie}`,
    origin: `http://localhost:${port}`,
    'accept-encoding': 'zstd',
  };
  const opened = stack.move();
  return {
    hostIds,
    fillCpuSec: filled.fillCpuSec,
    async ask(question) {
      const answer = reportOf(child, question);
      child.send(question);
      return await answer;
    },
    async call(method, path, body) {
      const startedMs = performance.now();
      const { status, content } = await httpClient.ask({
        method,
        path: `${API_PREFIX}${path}`,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body && Buffer.from(JSON.stringify(body)),
      });
      const ms = performance.now() - startedMs;
      if (status !== 200) throw new Error(`${path}: ${status} ${content.toString().slice(0, 300)}`);
      return ms;
    },
    async dashboard() {
      const answer = await readDashboard(port, headers);
      const podCnt = podCnts.reduce((sum, cnt) => sum + cnt, 0);
      if (answer.objectCnt !== podCnt)
        throw new Error(`the dashboard has ${answer.objectCnt} of ${podCnt} pods`);
      return answer;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function reportOf<Kind extends GrowthReport['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<ReportOf<Kind>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReportOf<Kind>>();
  const onMessage = (message: unknown) => {
    const report = message as GrowthReport;
    if (report.kind === kind) resolve(report as ReportOf<Kind>);
  };
  const onExit = () => reject(new Error('the server has ended'));
  child.on('message', onMessage).on('exit', onExit);
  return await promise.finally(() => child.off('message', onMessage).off('exit', onExit));
}

async function readDashboard(port: number, headers: Readonly<Record<string, string>>) {
  const conditions = { isAllCluster: true, clusterList: [], objectType: 'pod', groupBy: 'namespace' };
  const startedMs = performance.now();
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `${API_PREFIX}/dashboard/objects`,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  sent.end(JSON.stringify({ ...conditions, sortBy: 'CPU_USED_LIMIT' }));
  const [answer] = await once(sent, 'response');
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const reader = new DashboardPartReader();
  let firstMs = Number.NaN;
  let [partCnt, objectCnt] = [0, 0];
  for await (const chunk of answer.pipe(createZstdDecompress())) {
    for (const part of reader.add(chunk)) {
      if (partCnt === 0) firstMs = performance.now() - startedMs;
      partCnt += 1;
      objectCnt += part.id.length;
    }
  }
  return { firstMs, allMs: performance.now() - startedMs, partCnt, objectCnt, bytes };
}

/** The dashboard, and the list of one cluster while it is sent. */
async function measureDashboard(server: GrowthServer, hostId: number | undefined) {
  const measured = { firstMs: [] as number[], allMs: [] as number[], cpuMs: [] as number[] };
  const listMs: number[] = [];
  let [partCnt, bytes] = [0, 0];
  await server.dashboard();
  for (let round = 0; round < DASHBOARD_ROUNDS; round++) {
    const before = await server.ask('usage');
    const answer = await server.dashboard();
    measured.cpuMs.push((await server.ask('usage')).cpuMs - before.cpuMs);
    measured.firstMs.push(answer.firstMs);
    measured.allMs.push(answer.allMs);
    ({ partCnt, bytes } = answer);
    let isDone = false;
    const reading = server.dashboard().finally(() => {
      isDone = true;
    });
    while (!isDone) listMs.push(await server.call('POST', '/pods/3/100', listBody(round, [hostId])));
    await reading;
  }
  return { ...measured, listMs, partCnt, bytes };
}

async function timesOf(
  server: GrowthServer,
  ask: (turn: number) => Promise<number>,
  rounds = ROUNDS,
): Promise<Times> {
  for (let turn = 0; turn < Math.min(rounds, 30); turn++) await ask(turn);
  const times: Times = { ms: [], cpuMs: [], scanCpuMs: [] };
  for (let turn = 0; turn < rounds; turn++) {
    if (turn % ROUNDS_PER_SCAN === 0) times.scanCpuMs.push((await server.ask('scan')).cpuMs);
    const before = await server.ask('usage');
    times.ms.push(await ask(turn));
    times.cpuMs.push((await server.ask('usage')).cpuMs - before.cpuMs);
  }
  return times;
}

const ORDERS = [
  '-cpuUsedCores',
  'name',
  '-memUsedLimitPct',
  'status',
  '-restartCnt',
  'nodeName',
  'monResult',
];
const FILTERS = [{}, { name: 'api' }, { namespace: ['team-3', 'team-4'] }, { cpuUsedCores: { min: 0.5 } }];

function listBody(turn: number, hostIds?: readonly (number | undefined)[]) {
  return {
    _method: 'get',
    orderBy: [ORDERS[turn % ORDERS.length], 'podId'],
    filter: { ...FILTERS[turn % FILTERS.length], ...(hostIds && { hostId: hostIds }) },
  };
}

/** Names as a person types them: whole ones and beginnings of different length. */
function searchText(turn: number): string {
  const name = podName(1, (turn * 7919) % POD_CNT);
  return turn % 3 === 0 ? name : name.slice(0, 4 + (turn % 12));
}
