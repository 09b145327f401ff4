import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { becomesReady } from '../../../scripts/installation/stack.ts';
import { type Figure, figure, percentile } from '../figure.ts';
import { type AdminCall, type BenchServer, startBenchServer } from './bench-server.ts';
import { Fleet, type FleetPlan, podName } from './fleet.ts';
import type { SenderReport, SteadyWork } from './steady-sender.ts';

export const PLAN = {
  clusters: 20,
  podsPerCluster: Number(process.env.GWANJE_BENCH_PODS ?? 100_000) / 20,
  podsPerNode: 33,
};

/** After the initial inventory: until each cluster has sent its first samples. */
const SETTLE_MS = 16_000;
const ALONE_MS = 60_000;
const BUSY_MS = 60_000;
const LAG_SECONDS = 60;
const CHANGE_EVERY_MS = 1_000;
const ASK_AGAIN_MS = 5;
/** The id of a thread that has ended. */
const ENDED = -1;

export function measureSteady(): Promise<readonly Figure[]> {
  return measureSteadyLoad(120);
}

/**
 * 100,000 pods and 200,000 containers every 15 s, while users view them: first on a quiet machine, then with
 * every core kept busy by other processes.
 */
export async function measureSteadyLoad(seconds: number): Promise<readonly Figure[]> {
  // One more, for the changes whose way into the list is measured.
  await using server = await startBenchServer(PLAN.clusters + 1);
  await using sending = await startSending(server, PLAN);
  await delay(SETTLE_MS);
  const [cores] = await coresDuring(server, () => delay(Math.min(seconds * 250, ALONE_MS)));
  const beganMs = performance.now();
  const early = delay((seconds * 1000) / 2).then(() => server.usage().rssMib);
  const [coresAsked, quiet] = await coresDuring(server, () => askUntil(server, beganMs + seconds * 1000));
  const rssMb = server.usage().rssMib;
  const lags = await listLagsMs(server, PLAN.clusters, Math.min(seconds, LAG_SECONDS));
  const { late, retries } = sending.counts();
  const busy = await whileBusy(() => askUntil(server, performance.now() + BUSY_MS));
  await sending[Symbol.asyncDispose]();
  const readyAgainS = await secondsToRecover(server);
  const busyReadyAgainS = await whileBusy(() => secondsToRecover(server));
  return [
    figure('server.rss_mb', rssMb, 'MB', '<= 1200', 0),
    figure('server.rss_growth_mb', rssMb - (await early), 'MB', '<= 50', 0),
    figure('server.cores', cores, 'cores', '<= 0.5', 2),
    figure('server.cores_while_asked', coresAsked, 'cores', '<= 1', 2),
    figure('server.late_batches', late, 'batches', '0', 0),
    figure('server.busy_answers', retries, 'answers', '0', 0),
    figure('server.ready_again_s', readyAgainS, 's', '<= 8'),
    figure('server.ready_again_busy_s', busyReadyAgainS, 's', '<= 15'),
    figure('live.pod_list_p99_ms', percentile(quiet.list, 0.99), 'ms', '<= 15'),
    figure('live.pod_list_busy_p99_ms', percentile(busy.list, 0.99), 'ms', '<= 60'),
    figure('live.list_lag_p50_ms', percentile(lags, 0.5), 'ms', '<= 300'),
    figure('live.list_lag_p99_ms', percentile(lags, 0.99), 'ms', '<= 1000'),
    figure('live.search_p99_ms', percentile(quiet.search, 0.99), 'ms', '<= 30'),
    figure('live.search_busy_p99_ms', percentile(busy.search, 0.99), 'ms', '<= 80'),
    figure('dashboard.objects_100k_p99_ms', percentile(quiet.dashboard, 0.99), 'ms', '<= 60'),
    figure('dashboard.objects_100k_busy_p99_ms', percentile(busy.dashboard, 0.99), 'ms', '<= 300'),
    figure('dashboard.objects_100k_mb', quiet.dashboardBytes / 1e6, 'MB', '<= 1', 2),
  ];
}

/** Two processes that use all the CPU time they get, beside the server. */
async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const spinners = Array.from({ length: 2 }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    return await work();
  } finally {
    for (const spinner of spinners) spinner.kill('SIGKILL');
  }
}

/** CPU cores used during an action: batches alone, or with users who send requests without a pause. */
async function coresDuring<Answer>(
  server: BenchServer,
  work: () => Promise<Answer>,
): Promise<[cores: number, answer: Answer]> {
  const before = server.usage().cpuSec;
  const beganMs = performance.now();
  const answer = await work();
  return [(server.usage().cpuSec - before) / ((performance.now() - beganMs) / 1000), answer];
}

/** The time of a kill and restart until all data is available again. */
async function secondsToRecover(server: BenchServer): Promise<number> {
  const killedMs = performance.now();
  server.kill('server');
  await becomesReady(server.port);
  return (performance.now() - killedMs) / 1000;
}

/** Resolves when every cluster has sent its inventory. Samples follow until it is disposed. */
export async function startSending(server: BenchServer, plan: FleetPlan) {
  const workerData: SteadyWork = { port: server.port, tokens: server.tokens, plan };
  const worker = new Worker(new URL('./steady-sender.ts', import.meta.url), { workerData });
  let counts = { late: 0, retries: 0 };
  const filled = Promise.withResolvers<void>();
  worker.on('error', filled.reject);
  worker.on('message', (message: SenderReport) => {
    if (message.kind === 'filled') filled.resolve();
    else counts = message;
  });
  await filled.promise;
  return {
    counts: () => counts,
    /** Not terminated: ending a thread that starts to compress crashes the whole process. */
    async [Symbol.asyncDispose]() {
      worker.postMessage('stop');
      // A worker that has already ended emits no exit event.
      if (worker.threadId !== ENDED) await once(worker, 'exit');
    },
  };
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

/** The time of a page of pods, each turn another one in another order. */
export async function podListMs(call: AdminCall, turn: number, pageCnt: number): Promise<number> {
  const page = 1 + ((turn * 37) % pageCnt);
  const { ms } = await call('POST', `/pods/${page}/100`, {
    _method: 'get',
    orderBy: [ORDERS[turn % ORDERS.length], 'podId'],
    filter: FILTERS[turn % FILTERS.length],
  });
  return ms;
}

/**
 * The times from the moment when an agent sends a changed pod until the list of pods shows the change. `cluster` has no
 * other agent: its only pod changes every second.
 */
async function listLagsMs(server: BenchServer, cluster: number, seconds: number): Promise<number[]> {
  const fleet = new Fleet({ clusters: cluster + 1, podsPerCluster: 1, podsPerNode: 1 });
  const shownPhase = async () => {
    const { text } = await server.call('POST', '/pods/1/1', {
      _method: 'get',
      orderBy: ['podId'],
      filter: { name: podName(cluster, 0) },
    });
    return /"phase":"(\w+)"/.exec(text())?.[1];
  };
  const lags: number[] = [];
  for (let change = 0; change < seconds; change++) {
    const next = delay(CHANGE_EVERY_MS);
    const phase = change % 2 === 0 ? 'Running' : 'Failed';
    const pod = { ...fleet.podRecord(cluster, 0, new Date()), phase } as const;
    const sentMs = performance.now();
    const stored = server.sender.send(fleet.changed(cluster, [pod], new Date()));
    while ((await shownPhase()) !== phase) await delay(ASK_AGAIN_MS);
    lags.push(performance.now() - sentMs);
    await Promise.all([stored, next]);
  }
  return lags;
}

async function askUntil(server: BenchServer, endMs: number) {
  const list: number[] = [];
  const search: number[] = [];
  const dashboard: number[] = [];
  let dashboardBytes = 0;
  for (let turn = 0; performance.now() < endMs; turn++) {
    list.push(await podListMs(server.call, turn, 800));
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
