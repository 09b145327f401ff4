import assert from 'node:assert/strict';
import { zstdDecompressSync } from 'node:zlib';
import { becomesReady } from '../../scripts/installation/stack.ts';
import { startBenchServer } from '../bench/server/bench-server.ts';
import { Fleet } from '../bench/server/fleet.ts';
import { clustersOf, fillInventory } from '../bench/server/ingest.ts';

const KILLS = Number(process.env.GWANJE_SOAK_KILLS ?? 100);
const TICK_MS = 15_000;
const ZSTD_MAGIC = 0xfd2fb528;
const PLAN = { clusters: 3, podsPerCluster: 200, podsPerNode: 20 };

/**
 * Kills server, database, or both repeatedly while batches arrive. All acknowledged data is stored exactly
 * once: every pod of every cluster, and one sample of each pod per batch.
 */
const server = await startBenchServer(PLAN.clusters);
try {
  const fleet = new Fleet(PLAN);
  const startMs = Math.floor(Date.now() / TICK_MS) * TICK_MS - 6 * 3_600_000;
  await fillInventory(server.sender, fleet, new Date(startMs));
  let isOver = false;
  const sent = clustersOf(fleet).map(() => 0);
  const sending = clustersOf(fleet).map(async (cluster) => {
    for (let tick = 0; !isOver && tick < 1400; tick++) {
      await server.sender.send(fleet.largeBatch(cluster, new Date(startMs + tick * TICK_MS)));
      sent[cluster] = tick + 1;
    }
  });
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 200 + ((kill * 7919) % 1500)));
    if (kill % 3 !== 1) server.kill('server');
    if (kill % 3 !== 0) server.kill('database');
    const killedMs = Date.now();
    await becomesReady(server.port);
    const downSec = (Date.now() - killedMs) / 1000;
    if (downSec > 10) console.log(`ready again only after ${downSec} s`);
    console.log(`kill ${kill + 1} of ${KILLS}, ${sent.join(' ')} batches acknowledged`);
  }
  isOver = true;
  await Promise.all(sending);
  await hasAcknowledgedData(sent, startMs);
  console.log(
    `${sent.reduce((sum, cnt) => sum + cnt, 0)} batches acknowledged through ${KILLS} kills: all there, none doubled`,
  );
} finally {
  await server[Symbol.asyncDispose]();
}

async function hasAcknowledgedData(sent: readonly number[], startMs: number): Promise<void> {
  for (const [cluster, batches] of sent.entries()) {
    const hostId = server.hostIds[cluster];
    const listed = await ask('/pods/1/1000', { filter: { hostId } });
    assert.equal(listed.totalCnt, PLAN.podsPerCluster);
    const ids = new Set(listed.list.map((pod: { podId: number }) => pod.podId));
    assert.equal(ids.size, PLAN.podsPerCluster);
    for (let from = 0; from < batches; from += 1000) {
      const [fromMs, toMs] = [startMs + from * TICK_MS, startMs + Math.min(from + 1000, batches) * TICK_MS];
      const { seriesList } = await ask('/metric/series', {
        targets: [...ids].slice(0, 50).map((id) => ({ kind: 'pod', id })),
        metrics: ['cpuUsedCores'],
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        maxPoints: 1000,
      });
      for (const { avg } of seriesList)
        assert.equal(avg.filter((value: number | null) => value !== null).length, (toMs - fromMs) / TICK_MS);
    }
  }
}

async function ask(path: string, body: object) {
  const { content } = await server.call('POST', path, { _method: 'get', ...body });
  const isCompressed = content.readUInt32LE(0) === ZSTD_MAGIC;
  return JSON.parse(String(isCompressed ? zstdDecompressSync(content) : content)).data;
}
