import { metricNames } from '@gwanje/kinds/state/states';
import { steppedBatch } from '../../../packages/metric-store/src/check-input.ts';
import type { SampleBatch } from '../../../packages/metric-store/src/interface.ts';
import { writeRequest } from '../../../packages/metric-store/src/prometheus/write-request.ts';
import type { Engine } from '../../../packages/metric-store/src/testing/engines.ts';
import { type Figure, figure, withPeer } from '../figure.ts';
import { withPeerEngine } from '../peer-engine.ts';
import type { BatchSender } from './batch-sender.ts';
import { startBenchServer } from './bench-server.ts';
import { Fleet, type Payload } from './fleet.ts';

const TICK_MS = 15_000;
const ROUNDS = Number(process.env.GWANJE_BENCH_ROUNDS ?? 8);

/** From HTTP to the durable acknowledgement: 20 large senders, then 3,000 node agents with small batches. */
export async function measureIngest(): Promise<readonly Figure[]> {
  const peer = await withPeerEngine(peerRowsPerS);
  const large = await rowsPerS({ clusters: 20, podsPerCluster: 2000, podsPerNode: 33 }, 20, (fleet, at) =>
    clustersOf(fleet).map((cluster) => fleet.largeBatch(cluster, at)),
  );
  const small = await rowsPerS({ clusters: 20, podsPerCluster: 4950, podsPerNode: 33 }, 128, (fleet, at) =>
    clustersOf(fleet).flatMap((cluster) =>
      Array.from({ length: fleet.nodesPerCluster }, (_, node) => fleet.nodeBatch(cluster, node, at)),
    ),
  );
  return [
    withPeer(figure('ingest.rows_per_s', large.perS, 'rows/s', '>= 100000', 0), peer),
    withPeer(figure('ingest.small_batches_rows_per_s', small.perS, 'rows/s', '>= 60000', 0), peer),
    figure('ingest.cpu_s_per_million_rows', large.cpuSPerMillion, 'CPU s', '<= 20'),
    figure('ingest.small_batches_cpu_s_per_million_rows', small.cpuSPerMillion, 'CPU s', '<= 20'),
  ];
}

interface Rows {
  readonly perS: number;
  /** CPU of the server process, all threads. Other work of the machine affects it less than the time. */
  readonly cpuSPerMillion: number;
}

type Plan = ConstructorParameters<typeof Fleet>[0];

async function rowsPerS(
  plan: Plan,
  senders: number,
  roundAt: (fleet: Fleet, at: Date) => Payload[],
): Promise<Rows> {
  await using server = await startBenchServer(plan.clusters);
  const { sender } = server;
  const fleet = new Fleet(plan);
  const startMs = Date.now() - ROUNDS * TICK_MS;
  await fillInventory(sender, fleet, new Date(startMs));
  // Built in advance, to measure the server and not the sender.
  const payloads = Array.from({ length: ROUNDS }, (_, round) =>
    roundAt(fleet, new Date(startMs + round * TICK_MS)),
  ).flat();
  const rows = payloads.reduce((sum, payload) => sum + payload.rows, 0);
  const beganMs = performance.now();
  const { cpuSec } = server.usage();
  await sendAll(sender, payloads, senders);
  const perS = rows / ((performance.now() - beganMs) / 1000);
  return { perS, cpuSPerMillion: (server.usage().cpuSec - cpuSec) / (rows / 1e6) };
}

export async function fillInventory(sender: BatchSender, fleet: Fleet, at: Date): Promise<void> {
  await Promise.all(
    clustersOf(fleet).map(async (cluster) => {
      for (const payload of fleet.inventory(cluster, at)) await sender.send(payload);
    }),
  );
}

/** Each sender takes the next batch. Batches of one agent are far enough apart to arrive in order. */
async function sendAll(sender: BatchSender, payloads: readonly Payload[], senders: number): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: senders }, async () => {
      for (let payload = payloads[next++]; payload; payload = payloads[next++]) await sender.send(payload);
    }),
  );
}

export function clustersOf(fleet: Fleet): number[] {
  return Array.from({ length: fleet.plan.clusters }, (_, cluster) => cluster);
}

/** The same number of objects and metrics, in the fastest third-party protocol of VictoriaMetrics. */
async function peerRowsPerS(engine: Engine): Promise<number> {
  const { requests, rows } = peerRequests();
  const beganMs = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let body = requests[next++]; body; body = requests[next++]) {
        const answer = await fetch(`${engine.url}/api/v1/write`, {
          method: 'POST',
          headers: { 'content-encoding': 'snappy', 'content-type': 'application/x-protobuf' },
          body,
        });
        if (!answer.ok) throw new Error(`the peer answers ${answer.status}`);
      }
    }),
  );
  await engine.settle();
  return rows / ((performance.now() - beganMs) / 1000);
}

function peerRequests() {
  const pods = 2000;
  let rows = 0;
  const requests: Uint8Array<ArrayBuffer>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const tsMs = Date.now() - (ROUNDS - round) * TICK_MS;
    for (let cluster = 0; cluster < 5; cluster++) {
      const first = cluster * pods * 3;
      const batches = [batchOf('pod', tsMs, first, pods), batchOf('container', tsMs, first + pods, pods * 2)];
      rows += pods * 3;
      requests.push(new Uint8Array(writeRequest(batches.map(steppedBatch))));
    }
  }
  return { requests, rows };
}

/** Random values of every metric of objects numbered from `first` on. */
function batchOf(scope: 'pod' | 'container', tsMs: number, first: number, cnt: number): SampleBatch {
  const columns = metricNames(scope).map((name) => [
    name,
    Float64Array.from({ length: cnt }, () => Math.random() * 1e6),
  ]);
  const ids = Array.from({ length: cnt }, (_, index) => first + index + 1);
  return { scope, tsMs, ids, columns: Object.fromEntries(columns) };
}
