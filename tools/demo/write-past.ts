import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskQueue } from '../../apps/agent/src/sending/disk-queue.ts';
import { lockBufferFolder } from '../../apps/agent/src/sending/folder-lock.ts';
import { readSettings } from '../../apps/agent/src/settings.ts';
import { manualClock } from '../simulator/src/core/clock.ts';
import { createWorld } from '../simulator/src/create-world.ts';
import { readSettings as readSimulatorSettings } from '../simulator/src/settings.ts';
import type { Cluster } from '../simulator/src/world/cluster.ts';
import { postTo } from './batch-post.ts';
import { agentArguments, type DemoWorld, readWorld, simulatorArguments } from './demo-world.ts';
import { SimulatedAgent } from './simulated-agent.ts';

/*
 * Run as a process: writes the past of the demo clusters. It moves a world like the simulator's from its
 * start to the present, and sends each step to the server as the clusters' agents would have done: with their
 * ids, and with the numbers before their first. After a crash the same steps give the same batches, and the
 * server stores none of them twice.
 */

const COARSE_STEP_MS = 300_000;
const POLL_SERVER_EVERY_MS = 100;

interface PastWriter {
  readonly agent: SimulatedAgent;
  readonly queue: DiskQueue;
}

if (import.meta.main) {
  const [dataDir = '', server = '', fineStepSec = ''] = process.argv.slice(2);
  const world = readWorld(join(dataDir, 'demo'));
  if (!world) throw new Error(`${dataDir} holds no world of the demo`);
  process.once('disconnect', () => process.exit(1));
  await writePast(dataDir, server, world, Number(fineStepSec) * 1000);
  process.exit(0);
}

async function writePast(
  dataDir: string,
  server: string,
  world: DemoWorld,
  fineStepMs: number,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const clock = manualClock(world.beganMs);
  const { clusters } = createWorld({ ...readSimulatorSettings(simulatorArguments(world), {}), clock });
  const serverReady = becomesReady(server);
  const writers: PastWriter[] = [];
  for (const cluster of clusters) writers.push(await openWriter(cluster));
  let readyMs = Number.NaN;
  void serverReady.then(() => {
    readyMs = performance.now();
  });
  for (;;) {
    for (const { agent } of writers) await agent.step();
    const atMs = clock.nowMs();
    // Coarse steps end at the border, so that a second attempt makes the same fine steps.
    const stepMs = atMs >= world.fineFromMs ? fineStepMs : Math.min(COARSE_STEP_MS, world.fineFromMs - atMs);
    if (atMs + stepMs > Date.now()) break;
    clock.advance(stepMs);
  }
  for (const { agent } of writers) await agent.flush();
  for (const { agent, queue } of writers) await queue.skipTo(agent.lastSeq);
  const tookMs = Math.round(performance.now() - readyMs);
  const batchCnt = writers.reduce((sum, { agent }) => sum + agent.lastSeq, 0);
  console.log(JSON.stringify({ level: 30, msg: 'the past is written', batchCnt, tookMs }));

  async function openWriter(cluster: Cluster): Promise<PastWriter> {
    const { folder, bufferBytes } = readSettings(agentArguments(dataDir, cluster.name), {
      GWANJE_AGENT_SERVER: server,
      GWANJE_AGENT_DATA_DIR: join(dataDir, 'agents'),
    });
    stack.use(await lockBufferFolder(folder));
    const queue = await DiskQueue.open({ folder, name: 'cluster', maxBytes: bufferBytes, onDropped() {} });
    if (queue.lastSeq > 0) throw new Error(`the agent of ${cluster.name} has sent batches already`);
    // With a stored number the id stays the same after a crash.
    await queue.skipTo(0);
    const tokenFile = join(dataDir, 'demo', `${cluster.name}.token`);
    // The server writes no token for a deleted cluster.
    const post = serverReady.then(async () =>
      existsSync(tokenFile) ? postTo(server, (await readFile(tokenFile, 'utf8')).trim()) : async () => {},
    );
    const agent = new SimulatedAgent({
      cluster,
      agentId: queue.agentId,
      post: async (seq, body) => (await post)(seq, body),
    });
    return { agent, queue };
  }
}

async function becomesReady(server: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${server}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(POLL_SERVER_EVERY_MS);
  }
}
