import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figure, percentile } from '../figure.ts';
import { BatchSender, HttpClient } from '../server/batch-sender.ts';
import { Fleet } from '../server/fleet.ts';
import { clustersOf, fillInventory } from '../server/ingest.ts';
import { startBenchReplicas } from './bench-replicas.ts';

const AGENTS = Number(process.env.GWANJE_BENCH_AGENTS ?? 4000);
const SECONDS = Number(process.env.GWANJE_BENCH_SECONDS ?? 600);
const CLUSTERS = 20;
const PODS_PER_NODE = Number(process.env.GWANJE_BENCH_PODS_PER_NODE ?? 33);
const TICK_MS = 15_000;

/** Agents of nodes, each on a connection of its own to one of three replicas, with the samples of its node every 15 s. */
export async function measureReplicaAgents(): Promise<readonly Figure[]> {
  const agentsPerCluster = Math.ceil(AGENTS / CLUSTERS);
  const fleet = new Fleet({
    clusters: CLUSTERS,
    podsPerCluster: agentsPerCluster * PODS_PER_NODE,
    podsPerNode: PODS_PER_NODE,
  });
  await using opened = new AsyncDisposableStack();
  const { replicas, tokens } = opened.use(await startBenchReplicas(3, CLUSTERS));
  for (const { sender } of replicas.slice(0, 1)) await fillInventory(sender, fleet, new Date());
  const agents = clustersOf(fleet).flatMap((cluster) =>
    Array.from({ length: agentsPerCluster }, (_, node) => ({ cluster, node })),
  );
  const senders: BatchSender[] = [];
  const times: number[] = [];
  const endMs = Date.now() + SECONDS * 1000;
  await Promise.all(
    agents.map(async ({ cluster, node }, index) => {
      const { port } = replicas[index % replicas.length] ?? { port: 0 };
      const sender = new BatchSender(opened.use(new HttpClient(port)), tokens);
      senders.push(sender);
      for (let dueMs = Date.now() + (index * TICK_MS) / agents.length; dueMs < endMs; dueMs += TICK_MS) {
        await delay(Math.max(dueMs - Date.now(), 0));
        const payload = fleet.nodeBatch(cluster, node, new Date());
        const startedMs = performance.now();
        await sender.send(payload);
        times.push(performance.now() - startedMs);
      }
    }),
  );
  const refused = senders.reduce((sum, { retryCnt }) => sum + retryCnt, 0);
  const late = times.filter((ms) => ms > TICK_MS).length;
  return [
    figure('replica-agents.agents', agents.length, 'agents', `>= ${AGENTS}`, 0),
    figure('replica-agents.batches', times.length, 'batches', '', 0),
    figure('replica-agents.refused', refused, 'answers', '0', 0),
    figure('replica-agents.late_batches', late, 'batches', '0', 0),
    figure('replica-agents.batch_p99_ms', percentile(times, 0.99), 'ms', ''),
    figure('replica-agents.load', loadavg()[0] ?? 0, 'processes', ''),
  ];
}
