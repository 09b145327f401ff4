import assert from 'node:assert/strict';
import { startBenchServer } from '../bench/server/bench-server.ts';
import { Fleet } from '../bench/server/fleet.ts';
import { clustersOf, fillInventory } from '../bench/server/ingest.ts';

const OBJECTS = Number(process.env.GWANJE_SOAK_OBJECTS ?? 1_000_000);
/** A pod and its two containers. */
const OBJECTS_PER_POD = 3;
const PODS_PER_BATCH = 1000;
const PLAN = { clusters: 2, podsPerCluster: 1000, podsPerNode: 33 };
const [FLOODING_CLUSTER, NORMAL_CLUSTER] = [0, 1];
const MAX_LATENCY_MS = 15_000;

/**
 * One cluster sends a million new objects, and samples of a million objects that are not in its inventory.
 * The server refuses its batches at the configured limits and names the limit. It still accepts every batch
 * of the other cluster, each within 15 s.
 */
await using server = await startBenchServer(PLAN.clusters);
const fleet = new Fleet(PLAN);
await fillInventory(server.sender, fleet, new Date());
const before = server.usage().rssMib;

let isOver = false;
const took: number[] = [];
const normalTraffic = (async () => {
  while (!isOver) {
    const beganMs = performance.now();
    await server.sender.send(fleet.largeBatch(NORMAL_CLUSTER, new Date()));
    took.push(performance.now() - beganMs);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
})();

const reasons = new Map<string, number>();
for (let sentPods = 0; sentPods * OBJECTS_PER_POD < OBJECTS; sentPods += PODS_PER_BATCH) {
  const first = PLAN.podsPerCluster + sentPods;
  for (const payload of [
    fleet.newPods(FLOODING_CLUSTER, first, PODS_PER_BATCH, new Date()),
    fleet.samplesOfUnknownPods(FLOODING_CLUSTER, 10_000_000 + first, PODS_PER_BATCH, new Date()),
  ]) {
    const { status, content } = await server.sender.post(payload);
    const reason =
      status === 200 ? 'accepted' : (/"reason":"(\w+)"/.exec(content.toString())?.[1] ?? `${status}`);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
}
isOver = true;
await normalTraffic;

console.log(`answers to the flood: ${[...reasons].map(([reason, cnt]) => `${reason} ${cnt}`).join(', ')}`);
console.log(
  `the other cluster: ${took.length} batches, the slowest ${Math.round(Math.max(...took))} ms; ` +
    `server ${Math.round(before)} MiB before, ${Math.round(server.usage().rssMib)} MiB after`,
);
assert.ok(
  (reasons.get('objectLimit') ?? 0) + (reasons.get('seriesLimit') ?? 0) > 0,
  'no batch of the flood was refused at a limit',
);
assert.ok(
  Math.max(...took) < MAX_LATENCY_MS,
  `a batch of the other cluster took longer than ${MAX_LATENCY_MS} ms`,
);
for (const cluster of clustersOf(fleet)) {
  const { content } = await server.call('POST', '/pods/1/1', {
    _method: 'get',
    filter: { hostId: server.hostIds[cluster] },
  });
  const totalCnt = Number(/"totalCnt":(\d+)/.exec(content.toString())?.[1]);
  if (cluster === NORMAL_CLUSTER) assert.equal(totalCnt, PLAN.podsPerCluster);
  console.log(`cluster ${cluster + 1}: ${totalCnt} pods`);
}
