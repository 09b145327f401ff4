import assert from 'node:assert/strict';
import { startBenchServer } from '../bench/server/bench-server.ts';
import { Fleet } from '../bench/server/fleet.ts';
import { clustersOf, fillInventory } from '../bench/server/ingest.ts';

const SERIES = Number(process.env.GWANJE_SOAK_SERIES ?? 1_000_000);
/** A pod and its two containers. */
const SERIES_PER_POD = 3;
const PODS_PER_BATCH = 1000;
const PLAN = { clusters: 2, podsPerCluster: 1000, podsPerNode: 33 };
const [FLOODING, QUIET] = [0, 1];
const PATIENCE_MS = 15_000;

/**
 * One cluster sends a million new series, and samples of as many unknown ones. The server stops it at its
 * limits with a reason, and accepts every batch of another cluster in time.
 */
await using server = await startBenchServer(PLAN.clusters);
const fleet = new Fleet(PLAN);
await fillInventory(server.sender, fleet, new Date());
const before = server.usage().rssMib;

let isOver = false;
const took: number[] = [];
const quiet = (async () => {
  while (!isOver) {
    const beganMs = performance.now();
    await server.sender.send(fleet.largeBatch(QUIET, new Date()));
    took.push(performance.now() - beganMs);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
})();

const reasons = new Map<string, number>();
for (let sentPods = 0; sentPods * SERIES_PER_POD < SERIES; sentPods += PODS_PER_BATCH) {
  const first = PLAN.podsPerCluster + sentPods;
  for (const payload of [
    fleet.newcomers(FLOODING, first, PODS_PER_BATCH, new Date()),
    fleet.samplesOfStrangers(FLOODING, 10_000_000 + first, PODS_PER_BATCH, new Date()),
  ]) {
    const { status, content } = await server.sender.offer(payload);
    const reason =
      status === 200 ? 'taken' : (/"reason":"(\w+)"/.exec(content.toString())?.[1] ?? `${status}`);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
}
isOver = true;
await quiet;

console.log(`answers to the flood: ${[...reasons].map(([reason, cnt]) => `${reason} ${cnt}`).join(', ')}`);
console.log(
  `the other cluster: ${took.length} batches, the slowest ${Math.round(Math.max(...took))} ms; ` +
    `server ${Math.round(before)} MB before, ${Math.round(server.usage().rssMib)} MB after`,
);
assert.ok((reasons.get('objectLimit') ?? 0) + (reasons.get('seriesLimit') ?? 0) > 0, 'stopped at a limit');
assert.ok(Math.max(...took) < PATIENCE_MS, 'the other cluster is taken in time');
for (const cluster of clustersOf(fleet)) {
  const { content } = await server.call('POST', '/pods/1/1', {
    _method: 'get',
    filter: { hostId: server.hostIds[cluster] },
  });
  const totalCnt = Number(/"totalCnt":(\d+)/.exec(content.toString())?.[1]);
  if (cluster === QUIET) assert.equal(totalCnt, PLAN.podsPerCluster);
  console.log(`cluster ${cluster + 1}: ${totalCnt} pods`);
}
