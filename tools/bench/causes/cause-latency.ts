import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '@gwanje/backend/database/open-store';
import { addDayOfChanges } from '../../../apps/server/src/history/testing/day-of-changes.ts';
import { type Figure, figure, percentile } from '../figure.ts';
import { type BenchServer, startBenchServer } from '../server/bench-server.ts';
import { crashing, Fleet } from '../server/fleet.ts';
import { clustersOf, fillInventory } from '../server/ingest.ts';

const PLAN = { clusters: 20, podsPerCluster: 5000, podsPerNode: 33 };
/** Set lower to check only that the benchmark runs. */
const PODS = Number(process.env.GWANJE_BENCH_PODS ?? PLAN.podsPerCluster);
const CRASHING_PER_CLUSTER = 15;
const ROUNDS = 300;
const MINUTE_MS = 60_000;
const ALARMS_WITHIN_MS = 90_000;

/** The time of the call with 100,000 pods in the live state and a day of their changes in the database. */
export async function measureCauseLatency(): Promise<readonly Figure[]> {
  await using server = await startBenchServer(PLAN.clusters, {
    // The load is not measured: on a busy machine refused batches would only make it longer.
    GWANJE_BUSY_AFTER_MS: '0',
  });
  const fleet = new Fleet({ ...PLAN, podsPerCluster: PODS });
  const startMs = Date.now();
  await fillInventory(server.sender, fleet, new Date(startMs - 5 * MINUTE_MS));
  for (const cluster of clustersOf(fleet)) {
    await server.sender.send(fleet.workloads(cluster, new Date(startMs - 5 * MINUTE_MS)));
    for (const minutesAgo of [2, 1])
      await server.sender.send(fleet.largeBatch(cluster, new Date(startMs - minutesAgo * MINUTE_MS)));
  }
  report(`${PLAN.clusters * PODS} pods are stored`);
  const changeCnt = await addHistory(server);
  report(`${changeCnt} changes are stored`);
  for (const cluster of clustersOf(fleet)) {
    const at = new Date();
    // Pods of different nodes and owners.
    const pods = Array.from({ length: CRASHING_PER_CLUSTER }, (_, index) =>
      crashing(fleet.podRecord(cluster, (index * 331) % PODS, at)),
    );
    await server.sender.send(fleet.changed(cluster, pods, at));
  }
  const alarmIds = await alarmsOf(server, PLAN.clusters * CRASHING_PER_CLUSTER);
  report(`${alarmIds.length} alarms are raised`);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { ms } = await server.call('GET', `/cause/alarm/${alarmIds[(round * 17) % alarmIds.length]}`);
    times.push(ms);
  }
  const unit = `ms, ${PLAN.clusters * PODS} pods, ${changeCnt} changes, ${alarmIds.length} alarms`;
  return [
    figure('cause.call_p50_ms', percentile(times, 0.5), unit, ''),
    figure('cause.call_p99_ms', percentile(times, 0.99), unit, '<= 300'),
  ];
}

function report(done: string): void {
  console.error(`cause.call: ${done} after ${Math.round(performance.now() / 1000)} s`);
}

/** The alarms are raised some seconds after their batches. */
async function alarmsOf(server: BenchServer, wantedCnt: number): Promise<number[]> {
  const body = { _method: 'get', filter: { confirmLevel: 1 } };
  const giveUpMs = performance.now() + ALARMS_WITHIN_MS;
  for (;;) {
    const { text } = await server.call('POST', '/alarms/1/1000', body);
    const ids = new Set([...text().matchAll(/"alarmId":(\d+)/g)].map(([, id]) => Number(id)));
    if (ids.size >= wantedCnt) return [...ids];
    if (performance.now() > giveUpMs) throw new Error(`${ids.size} of ${wantedCnt} alarms were raised`);
    await delay(500);
  }
}

async function addHistory({ dataDir, hostIds }: BenchServer): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.adopt(await openStore({ dataDir, databaseUrl: undefined }), (store) => store.close());
  return await addDayOfChanges(db, hostIds);
}
