import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figure, percentile } from '../figure.ts';
import { usageOf } from '../process-usage.ts';
import { BatchSender, HttpClient } from '../server/batch-sender.ts';
import { Fleet } from '../server/fleet.ts';
import { clustersOf, fillInventory } from '../server/ingest.ts';
import { type BenchReplicas, startBenchReplicas } from './bench-replicas.ts';

const AGENTS = Number(process.env.GWANJE_BENCH_AGENTS ?? 4000);
const SECONDS = Number(process.env.GWANJE_BENCH_SECONDS ?? 600);
const CLUSTERS = 20;
const PODS_PER_NODE = Number(process.env.GWANJE_BENCH_PODS_PER_NODE ?? 33);
const TICK_MS = 15_000;
/** A daemon set starts its agents one after another. The metric engine creates their series meanwhile. */
const JOIN_MS = 120_000;

/**
 * Agents of nodes, each on a connection of its own to one of three replicas, with the samples of its node every 15 s.
 * Refused answers are counted from the first agent on, the time and CPU of batches after the last one joined.
 */
export async function measureReplicaAgents(): Promise<readonly Figure[]> {
  const agentsPerCluster = Math.ceil(AGENTS / CLUSTERS);
  const fleet = new Fleet({
    clusters: CLUSTERS,
    podsPerCluster: agentsPerCluster * PODS_PER_NODE,
    podsPerNode: PODS_PER_NODE,
  });
  await using opened = new AsyncDisposableStack();
  const installation = opened.use(await startBenchReplicas(3, CLUSTERS));
  const { replicas, tokens } = installation;
  for (const { sender } of replicas.slice(0, 1)) await fillInventory(sender, fleet, new Date());
  const agents = clustersOf(fleet).flatMap((cluster) =>
    Array.from({ length: agentsPerCluster }, (_, node) => ({ cluster, node })),
  );
  const senders: BatchSender[] = [];
  const times: number[] = [];
  const startMs = Date.now();
  const measuredFromMs = startMs + JOIN_MS + TICK_MS;
  const endMs = measuredFromMs + SECONDS * 1000;
  const sent = agents.map(async ({ cluster, node }, index) => {
    const { port } = replicas[index % replicas.length] ?? { port: 0 };
    const sender = new BatchSender(opened.use(new HttpClient(port)), tokens);
    senders.push(sender);
    for (let dueMs = startMs + (index * JOIN_MS) / agents.length; dueMs < endMs; dueMs += TICK_MS) {
      await delay(Math.max(dueMs - Date.now(), 0));
      const payload = fleet.nodeBatch(cluster, node, new Date());
      const startedMs = performance.now();
      await sender.send(payload);
      if (dueMs >= measuredFromMs) times.push(performance.now() - startedMs);
    }
  });
  await delay(measuredFromMs - Date.now());
  const before = await readCosts(installation);
  await Promise.all(sent);
  const costs = costFigures(before, await readCosts(installation));
  const refused = senders.reduce((sum, { retryCnt }) => sum + retryCnt, 0);
  const late = times.filter((ms) => ms > TICK_MS).length;
  return [
    figure('replica-agents.agents', agents.length, 'agents', `>= ${AGENTS}`, 0),
    figure('replica-agents.batches', times.length, 'batches', '', 0),
    figure('replica-agents.refused', refused, 'answers', '0', 0),
    figure('replica-agents.late_batches', late, 'batches', '0', 0),
    figure('replica-agents.batch_p50_ms', percentile(times, 0.5), 'ms', ''),
    figure('replica-agents.batch_p99_ms', percentile(times, 0.99), 'ms', ''),
    ...costs,
    figure('replica-agents.load', loadavg()[0] ?? 0, 'processes', ''),
  ];
}

/** Everything since the start of the processes. */
async function readCosts({ replicas, postgres, engine, engineCounters }: BenchReplicas) {
  const counters = await Promise.all(replicas.map((replica) => replica.counters()));
  const sumOf = (name: string) => counters.reduce((sum, counterOf) => sum + counterOf(name), 0);
  return {
    batches: sumOf('gwanje_ingest_stored_batches_total'),
    rows: sumOf('gwanje_ingest_rows_total'),
    groups: sumOf('gwanje_ingest_commit_seconds_count'),
    feedBytes: sumOf('gwanje_feed_sent_bytes_total'),
    engineBytes: (await engineCounters())('vm_tcplistener_read_bytes_total'),
    serversCpuSec: replicas.reduce((sum, replica) => sum + replica.usage().cpuSec, 0),
    serversMib: replicas.reduce((sum, replica) => sum + replica.usage().rssMib, 0),
    sendersCpuSec: usageOf(process.pid).cpuSec,
    postgres: postgres(),
    engine: engine(),
  };
}
type Costs = Awaited<ReturnType<typeof readCosts>>;

/** CPU time of a batch depends little on what else the machine does. */
function costFigures(before: Costs, after: Costs): readonly Figure[] {
  const batches = after.batches - before.batches;
  const perBatch = (sec: number) => (1000 * sec) / batches;
  const of = (name: string, value: number, unit: string, digits: number) =>
    figure(`replica-agents.${name}`, value, unit, '', digits);
  return [
    of('rows_per_batch', (after.rows - before.rows) / batches, 'rows', 0),
    of('batches_per_commit', batches / (after.groups - before.groups), 'batches', 1),
    of('servers_cpu_ms', perBatch(after.serversCpuSec - before.serversCpuSec), 'CPU ms a batch', 2),
    of('postgres_cpu_ms', perBatch(after.postgres.cpuSec - before.postgres.cpuSec), 'CPU ms a batch', 2),
    of('engine_cpu_ms', perBatch(after.engine.cpuSec - before.engine.cpuSec), 'CPU ms a batch', 2),
    of('senders_cpu_ms', perBatch(after.sendersCpuSec - before.sendersCpuSec), 'CPU ms a batch', 2),
    of('feed_bytes', (after.feedBytes - before.feedBytes) / batches, 'bytes a batch', 0),
    of('engine_bytes', (after.engineBytes - before.engineBytes) / batches, 'bytes a batch', 0),
    of('servers_mb', after.serversMib, 'MB', 0),
    of('postgres_mb', after.postgres.memoryMib, 'MB', 0),
    of('postgres_disk_mb', after.postgres.diskMib, 'MB', 0),
    of('engine_mb', after.engine.memoryMib, 'MB', 0),
    of('engine_disk_mb', after.engine.diskMib, 'MB', 0),
  ];
}
