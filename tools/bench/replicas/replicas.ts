import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Figure, figure, percentile } from '../figure.ts';
import type { BatchSender } from '../server/batch-sender.ts';
import { type BenchServer, startBenchServer } from '../server/bench-server.ts';
import { Fleet, type Payload } from '../server/fleet.ts';
import { fillInventory } from '../server/ingest.ts';
import { podListMs } from '../server/steady.ts';
import { type BenchReplica, type BenchReplicas, NEVER_BUSY, startBenchReplicas } from './bench-replicas.ts';

/** One cluster: one replica owns everything, and the others own nothing. */
const CLUSTER = 0;
const PLAN = {
  clusters: 1,
  podsPerCluster: Number(process.env.GWANJE_BENCH_PODS ?? 10_000),
  podsPerNode: 33,
};
/** About 2,000 pods in a batch. */
const NODES_PER_BATCH = 60;
const TICK_MS = 15_000;
const ROUNDS = Number(process.env.GWANJE_BENCH_ROUNDS ?? 6);
/** The first rounds let the compiler of the processes do its work. */
const WARM_ROUNDS = 2;
/** Until the follower has applied the last batch. */
const SETTLE_MS = 2000;
/** Without batches: what the leases, the feed and the timers cost. */
const IDLE_MS = 8000;
const FORWARDED_MS = 20_000;
const LIST_MS = 30_000;
const PAUSE_MS = 10;
const ATTEMPTS = 3;

/** Two replicas on PostgreSQL and a metric engine, and one server with the same data without replicas. */
export async function measureReplicas(): Promise<readonly Figure[]> {
  await using replicas = await startBenchReplicas(2, PLAN.clusters);
  const fleet = new Fleet(PLAN);
  const { owner } = await rolesOf(replicas);
  await fillInventory(owner.sender, fleet, new Date());
  const cpu = await withSteadyOwner(replicas, (roles) => measureCpu(replicas, roles, fleet));
  const forwarded = await withSteadyOwner(replicas, (roles) => measureForwarded(roles, fleet));
  await using single = await startBenchServer(PLAN.clusters, NEVER_BUSY);
  const singleFleet = new Fleet(PLAN);
  await fillInventory(single.sender, singleFleet, new Date());
  const lists = await withSteadyOwner(replicas, (roles) => measureLists(roles, single, fleet, singleFleet));
  return [...cpu, ...forwarded, ...lists, figure('replicas.load', loadavg()[0] ?? 0, 'processes', '')];
}

interface Roles {
  readonly owner: BenchReplica;
  readonly follower: BenchReplica;
}

/** On a busy machine a replica may lose its lease. The measurement is then done again. */
async function withSteadyOwner(
  replicas: BenchReplicas,
  measure: (roles: Roles) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await replicas.owners();
    const figures = await measure(await rolesOf(replicas));
    if (isDeepStrictEqual(before, await replicas.owners())) return figures;
  }
  throw new Error('the cluster changed its owner during every attempt');
}

async function rolesOf({ replicas, owners }: BenchReplicas): Promise<Roles> {
  const [{ replica } = { replica: -1 }] = await owners();
  const owner = replicas[replica];
  const follower = replicas.find((one) => one !== owner);
  if (!owner || !follower) throw new Error('the cluster has no owner');
  return { owner, follower };
}

/**
 * All batches go to the owner. The CPU time of each process over the same time, by the rows of that time, without what the
 * servers need when idle: on a busy machine the same rows take longer, and leases and timers would count several times.
 */
async function measureCpu(
  replicas: BenchReplicas,
  { owner, follower }: Roles,
  fleet: Fleet,
): Promise<readonly Figure[]> {
  // Built in advance, to measure the servers and not the sender.
  const rounds = roundsFrom(fleet, Date.now() - (WARM_ROUNDS + ROUNDS) * 1000, WARM_ROUNDS + ROUNDS);
  await sendInOrder(owner.sender, rounds.slice(0, WARM_ROUNDS).flat());
  await delay(SETTLE_MS);
  const read = async () => ({
    owner: owner.usage().cpuSec,
    follower: follower.usage().cpuSec,
    postgres: replicas.postgres().cpuSec,
    engine: replicas.engine().cpuSec,
    bytes: (await owner.counters())('gwanje_feed_sent_bytes_total'),
    sec: performance.now() / 1000,
  });
  const measured = rounds.slice(WARM_ROUNDS).flat();
  const millionRows = measured.reduce((sum, { rows }) => sum + rows, 0) / 1e6;
  const idle = await read();
  await delay(IDLE_MS);
  const before = await read();
  await sendInOrder(owner.sender, measured);
  await delay(SETTLE_MS);
  const after = await read();
  const perMillion = (part: keyof typeof before) => (after[part] - before[part]) / millionRows;
  const idleCores = (part: 'owner' | 'follower') => (before[part] - idle[part]) / (before.sec - idle.sec);
  const ofRows = (part: 'owner' | 'follower') => perMillion(part) - idleCores(part) * perMillion('sec');
  const share = (100 * ofRows('follower')) / ofRows('owner');
  return [
    figure('replicas.owner_cpu_s_per_million_rows', ofRows('owner'), 'CPU s', '', 2),
    figure('replicas.follower_cpu_s_per_million_rows', ofRows('follower'), 'CPU s', '', 2),
    figure('replicas.follower_cpu_of_owner_pct', share, '%', '<= 15'),
    figure('replicas.postgres_cpu_s_per_million_rows', perMillion('postgres'), 'CPU s', '', 2),
    figure('replicas.engine_cpu_s_per_million_rows', perMillion('engine'), 'CPU s', '', 2),
    figure('replicas.owner_idle_cores', idleCores('owner'), 'cores', '', 3),
    figure('replicas.follower_idle_cores', idleCores('follower'), 'cores', '', 3),
    figure('replicas.feed_bytes_per_row', perMillion('bytes') / 1e6, 'bytes', ''),
    figure('replicas.owner_rss_mb', owner.usage().rssMib, 'MB', '', 0),
    figure('replicas.follower_rss_mb', follower.usage().rssMib, 'MB', '', 0),
  ];
}

/**
 * Small batches of a cluster agent, one to the owner and the next to the follower, which forwards it. Those of node agents
 * would wait for others.
 */
async function measureForwarded({ owner, follower }: Roles, fleet: Fleet): Promise<readonly Figure[]> {
  const direct: number[] = [];
  const forwarded: number[] = [];
  const endMs = performance.now() + FORWARDED_MS;
  for (let node = 0; performance.now() < endMs; node++) {
    const isDirect = node % 2 === 0;
    const { sender } = isDirect ? owner : follower;
    const payload = fleet.clusterBatch(CLUSTER, node % fleet.nodesPerCluster, new Date());
    const startedMs = performance.now();
    await sender.send(payload);
    (isDirect ? direct : forwarded).push(performance.now() - startedMs);
  }
  const added = (share: number) => percentile(forwarded, share) - percentile(direct, share);
  return [
    figure('replicas.direct_batch_p50_ms', percentile(direct, 0.5), 'ms', ''),
    figure('replicas.direct_batch_p99_ms', percentile(direct, 0.99), 'ms', ''),
    figure('replicas.forwarded_adds_p50_ms', added(0.5), 'ms', ''),
    figure('replicas.forwarded_adds_p99_ms', added(0.99), 'ms', ''),
  ];
}

/**
 * The same page of pods from a replica that owns nothing and from one server without replicas, in turn, while both
 * installations get the samples of all pods every 15 s.
 */
async function measureLists(
  { owner, follower }: Roles,
  single: BenchServer,
  fleet: Fleet,
  singleFleet: Fleet,
): Promise<readonly Figure[]> {
  const roundCnt = Math.ceil(LIST_MS / TICK_MS) + 1;
  const startMs = Date.now();
  // Building a batch takes longer than a list, and would be measured with it.
  const built = [fleet, singleFleet].map((one) => roundsFrom(one, startMs, roundCnt).flat());
  const ending = new AbortController();
  const sending = [owner.sender, single.sender].map((sender, at) =>
    sendSteadily(sender, built[at] ?? [], roundCnt, ending.signal),
  );
  const pageCnt = Math.floor(PLAN.podsPerCluster / 100);
  const times: Record<'follower' | 'single', number[]> = { follower: [], single: [] };
  const endMs = performance.now() + LIST_MS;
  for (let turn = 0; performance.now() < endMs; turn++) {
    times.follower.push(await podListMs(follower.call, turn, pageCnt));
    times.single.push(await podListMs(single.call, turn, pageCnt));
    await delay(PAUSE_MS);
  }
  ending.abort();
  await Promise.all(sending);
  const ratio = (share: number) => percentile(times.follower, share) / percentile(times.single, share);
  return [
    figure('replicas.list_p99_ms', percentile(times.follower, 0.99), 'ms', ''),
    figure('replicas.single_list_p99_ms', percentile(times.single, 0.99), 'ms', ''),
    figure('replicas.list_p50_ratio', ratio(0.5), '× one server', '', 2),
    figure('replicas.list_p99_ratio', ratio(0.99), '× one server', '<= 1.2', 2),
  ];
}

/** Spread over the interval, as with real agents. */
async function sendSteadily(
  sender: BatchSender,
  payloads: readonly Payload[],
  roundCnt: number,
  signal: AbortSignal,
): Promise<void> {
  const pauseMs = (TICK_MS * roundCnt) / payloads.length;
  for (const payload of payloads) {
    if (signal.aborted) return;
    await Promise.all([sender.send(payload), delay(pauseMs)]);
  }
}

/** The batches of one agent. */
async function sendInOrder(sender: BatchSender, payloads: readonly Payload[]): Promise<void> {
  for (const payload of payloads) await sender.send(payload);
}

/** The samples of all pods of several instants, a second apart. */
function roundsFrom(fleet: Fleet, startMs: number, roundCnt: number): Payload[][] {
  return Array.from({ length: roundCnt }, (_, round) =>
    fleet.largeBatches(CLUSTER, NODES_PER_BATCH, new Date(startMs + round * 1000)),
  );
}
