import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { becomesReady } from '../../scripts/stack.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import type { Figure } from './figure.ts';
import { podName } from './server/fleet.ts';
import type { SteadyNews, SteadyWork } from './steady-sender.ts';

interface Counts {
  readonly late: number;
  readonly retries: number;
}

export const PLAN = {
  clusters: 20,
  podsPerCluster: Number(process.env.GWANJE_BENCH_PODS ?? 100_000) / 20,
  podsPerNode: 33,
};

/** After the initial inventory: until each cluster has sent its first samples. */
const SETTLE_MS = 16_000;
const ALONE_MS = 60_000;

export function measureSteady(): Promise<readonly Figure[]> {
  return underSteadyLoad(120);
}

/** 100,000 pods and 200,000 containers every 15 s, while users view them. */
export async function underSteadyLoad(seconds: number): Promise<readonly Figure[]> {
  await using server = await startBenchServer(PLAN.clusters);
  const { worker, counts } = await startSending(server);
  await delay(SETTLE_MS);
  const [cores] = await coresDuring(server, () => delay(Math.min(seconds * 250, ALONE_MS)));
  const beganMs = performance.now();
  const early = delay((seconds * 1000) / 2).then(() => server.rssMb());
  const [coresAsked, asked] = await coresDuring(server, () => askUntil(server, beganMs + seconds * 1000));
  const rssMb = await server.rssMb();
  // Not terminated: ending a thread that starts to compress crashes the whole process.
  worker.postMessage('stop');
  await once(worker, 'exit');
  const readyAgainS = await secondsToRecover(server);
  return [
    line('server.rss_mb', rssMb, 'MB', '<= 1500'),
    line('server.rss_growth_mb', rssMb - (await early), 'MB', '<= 100'),
    line('server.cores', cores, 'cores', '<= 0.5', 2),
    line('server.cores_while_asked', coresAsked, 'cores', '<= 1', 2),
    line('server.late_batches', counts().late, 'batches', '0'),
    line('server.busy_answers', counts().retries, 'answers', '0'),
    line('server.ready_again_s', readyAgainS, 's', '<= 10', 1),
    line('live.pod_list_p99_ms', p99(asked.list), 'ms', '<= 15', 1),
    line('live.search_p99_ms', p99(asked.search), 'ms', '<= 30', 1),
    line('dashboard.objects_100k_p99_ms', p99(asked.dashboard), 'ms', '<= 60', 1),
    line('dashboard.objects_100k_mb', asked.dashboardBytes / 1e6, 'MB', '<= 1', 2),
  ];
}

/** CPU cores used during an action: batches alone, or with users who send requests without a pause. */
async function coresDuring<Answer>(
  server: BenchServer,
  work: () => Promise<Answer>,
): Promise<[cores: number, answer: Answer]> {
  const before = await server.cpuSeconds();
  const beganMs = performance.now();
  const answer = await work();
  return [((await server.cpuSeconds()) - before) / ((performance.now() - beganMs) / 1000), answer];
}

/** The time of a kill and restart until all data is available again. */
async function secondsToRecover(server: BenchServer): Promise<number> {
  const killedMs = performance.now();
  server.kill('server');
  await becomesReady(server.port);
  return (performance.now() - killedMs) / 1000;
}

function line(name: string, value: number, unit: string, goal: string, digits = 0): Figure {
  return { name, value: Number(value.toFixed(digits)), unit, goal };
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** Resolves when every cluster has sent its inventory. Samples follow until the worker ends. */
export async function startSending(server: BenchServer): Promise<{ worker: Worker; counts: () => Counts }> {
  const workerData: SteadyWork = { port: server.port, tokens: server.tokens, plan: PLAN };
  const worker = new Worker(new URL('./steady-sender.ts', import.meta.url), { workerData });
  let counts: Counts = { late: 0, retries: 0 };
  const filled = Promise.withResolvers<void>();
  worker.on('error', filled.reject);
  worker.on('message', (news: SteadyNews) => {
    if (news.kind === 'filled') filled.resolve();
    else counts = news;
  });
  await filled.promise;
  return { worker, counts: () => counts };
}

const ORDERS = [
  '-cpuUsedCores',
  'name',
  '-memUsedLimitPct',
  'status',
  '-restartCnt',
  'nodeName',
  '-createdAt',
];
const FILTERS = [{}, { name: 'api' }, { namespace: ['team-3', 'team-4'] }, { cpuUsedCores: { min: 0.5 } }];

async function askUntil(server: BenchServer, endMs: number) {
  const list: number[] = [];
  const search: number[] = [];
  const dashboard: number[] = [];
  let dashboardBytes = 0;
  for (let turn = 0; performance.now() < endMs; turn++) {
    const page = 1 + ((turn * 37) % 800);
    const body = {
      _method: 'get',
      orderBy: [ORDERS[turn % ORDERS.length], 'podId'],
      filter: FILTERS[turn % FILTERS.length],
    };
    list.push((await server.call('POST', `/pods/${page}/100`, body)).ms);
    const name = podName(turn % PLAN.clusters, (turn * 7919) % PLAN.podsPerCluster);
    const text = turn % 3 === 0 ? name : name.slice(0, 4 + (turn % 12));
    search.push((await server.call('GET', `/search?gone=without&q=${encodeURIComponent(text)}`)).ms);
    if (turn % 10 === 0) {
      const conditions = { isAllCluster: true, clusterList: [], objectType: 'pod', groupBy: 'namespace' };
      const answer = await server.call('POST', '/dashboard/objects', {
        ...conditions,
        sortBy: 'CPU_USED_LIMIT',
      });
      dashboard.push(answer.ms);
      dashboardBytes = Math.max(dashboardBytes, answer.content.length);
    }
    await delay(50);
  }
  return { list, search, dashboard, dashboardBytes };
}
