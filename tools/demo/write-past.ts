import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endPastProgress, NOTE_EVERY_MS, notePastProgress } from '@gwanje/backend/demo/past-progress';
import { DiskQueue } from '../../apps/agent/src/sending/disk-queue.ts';
import { lockBufferFolder } from '../../apps/agent/src/sending/folder-lock.ts';
import { readSettings } from '../../apps/agent/src/settings.ts';
import { type ManualClock, manualClock } from '../simulator/src/core/clock.ts';
import { uidOf } from '../simulator/src/core/identifiers.ts';
import { createWorld } from '../simulator/src/create-world.ts';
import { readSettings as readSimulatorSettings } from '../simulator/src/settings.ts';
import type { Cluster } from '../simulator/src/world/cluster.ts';
import { postTo } from './batch-post.ts';
import {
  agentArguments,
  type DemoWorld,
  demoFolder,
  pastEndMs,
  readWorld,
  simulatorArguments,
} from './demo-world.ts';
import { SimulatedAgent } from './simulated-agent.ts';

/*
 * Run as a process: writes the past of the demo clusters. It moves a world like the simulator's from its
 * start to the present, and sends each step to the server as the clusters' agents would have done. After a crash the
 * same steps give the same batches, and the server stores none of them twice. There are two parts, one run for each:
 *
 * - `objects`, before the agents run: objects, events, the samples of nodes, of which the server makes the sums of the
 *   cluster, and those of pods and claims that were deleted since, because the server forgets them. With the ids of
 *   the agents, and with the numbers before their first: the server must see these changes in their order.
 * - `samples`, beside the agents: the samples of the pods and claims that still exist, which are most of all rows. As an
 *   agent of nodes that was cut off and sends what it has kept. Samples of the past change nothing but charts.
 */

export type PastPart = 'objects' | 'samples';

const COARSE_STEP_MS = 300_000;
const POLL_SERVER_EVERY_MS = 100;
const SAMPLES_AGENT_ID = 'demo-past';
/** The first steps say too little about the others. */
const LEAST_SHARE = 0.02;

if (import.meta.main) {
  const [dataDir = '', server = '', fineStepSec = '', part = ''] = process.argv.slice(2);
  const world = readWorld(demoFolder(dataDir));
  if (!world) throw new Error(`${dataDir} holds no world of the demo`);
  process.once('disconnect', () => process.exit(1));
  const started = { dataDir, server, world, fineStepMs: Number(fineStepSec) * 1000 };
  if (part === 'objects') await writeObjects(started);
  else await writeSamples(started);
  process.exit(0);
}

interface Started {
  readonly dataDir: string;
  readonly server: string;
  readonly world: DemoWorld;
  readonly fineStepMs: number;
}

async function writeObjects({ dataDir, server, world, fineStepMs }: Started): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const existing = objectsAtEnd(world);
  const { clusters, clock } = openWorld(world);
  const serverReady = becomesReady(server);
  const agents: SimulatedAgent[] = [];
  const queues: DiskQueue[] = [];
  for (const cluster of clusters) {
    const queue = await openQueue(cluster, stack);
    const uids = existing.get(cluster.name);
    const agent = new SimulatedAgent({
      cluster,
      agentId: queue.agentId,
      samples: { hasNodes: true, has: (uid) => !uids?.has(uid) },
      post: poster(serverReady, server, join(demoFolder(dataDir), `${cluster.name}.token`)),
    });
    queues.push(queue);
    agents.push(agent);
  }
  let toldMs = 0;
  await writeSteps(agents, clock, {
    world,
    fineStepMs,
    endMs: () => Date.now(),
    onStored(atMs) {
      if (performance.now() - toldMs < NOTE_EVERY_MS) return;
      toldMs = performance.now();
      console.log(JSON.stringify({ level: 30, writtenShare: shareOf(world, fineStepMs, atMs) }));
    },
  });
  for (const [at, queue] of queues.entries()) await queue.skipTo(agents[at]?.lastSeq ?? 0);
  note('the objects of the past are written', agents);

  async function openQueue(cluster: Cluster, resources: AsyncDisposableStack): Promise<DiskQueue> {
    const { folder, bufferBytes } = readSettings(agentArguments(dataDir, cluster.name), {
      GWANJE_AGENT_SERVER: server,
      GWANJE_AGENT_DATA_DIR: join(dataDir, 'agents'),
    });
    resources.use(await lockBufferFolder(folder));
    const queue = await DiskQueue.open({ folder, name: 'cluster', maxBytes: bufferBytes, onDropped() {} });
    if (queue.lastSeq > 0) throw new Error(`the agent of ${cluster.name} has sent batches already`);
    // With a stored number the id stays the same after a crash.
    await queue.skipTo(0);
    return queue;
  }
}

async function writeSamples({ dataDir, server, world, fineStepMs }: Started): Promise<void> {
  const folder = demoFolder(dataDir);
  const endMs = pastEndMs(world);
  let storedMs = world.beganMs;
  const beganMs = performance.now();
  const noteProgress = async () => {
    const share = shareOf(world, fineStepMs, storedMs);
    const tookSec = (performance.now() - beganMs) / 1000;
    await notePastProgress(folder, { remainingSec: remainingSec(share, tookSec) });
  };
  await noteProgress();
  const noting = setInterval(() => void noteProgress().catch(() => {}), NOTE_EVERY_MS);
  const existing = objectsAtEnd(world);
  const { clusters, clock } = openWorld(world);
  const agents = clusters.map((cluster) => {
    const uids = existing.get(cluster.name);
    const tokenFile = join(folder, `${cluster.name}.node-token`);
    return new SimulatedAgent({
      cluster,
      agentId: SAMPLES_AGENT_ID,
      role: 'node',
      samples: { hasNodes: false, has: (uid) => uids?.has(uid) ?? false },
      post: poster(Promise.resolve(), server, tokenFile),
    });
  });
  await writeSteps(agents, clock, {
    world,
    fineStepMs,
    endMs: () => endMs,
    onStored(atMs) {
      storedMs = Math.max(storedMs, atMs);
    },
  });
  clearInterval(noting);
  await endPastProgress(folder);
  note('the samples of the past are written', agents);
}

/** The share of the steps of the past until a time. */
function shareOf(world: DemoWorld, fineStepMs: number, atMs: number): number {
  const { beganMs, fineFromMs } = world;
  const stepsUntil = (ms: number) =>
    (Math.min(ms, fineFromMs) - beganMs) / COARSE_STEP_MS + Math.max(0, ms - fineFromMs) / fineStepMs;
  return Math.min(1, Math.max(0, stepsUntil(atMs) / stepsUntil(pastEndMs(world))));
}

/** Null while it is not known. */
export function remainingSec(share: number, tookSec: number): number | null {
  return share < LEAST_SHARE ? null : Math.ceil((tookSec / share) * (1 - share));
}

interface Steps {
  readonly world: DemoWorld;
  readonly fineStepMs: number;
  readonly endMs: () => number;
  /** The server has stored the samples until this time. */
  readonly onStored?: (atMs: number) => void;
}

async function writeSteps(
  agents: readonly SimulatedAgent[],
  clock: ManualClock,
  { world, fineStepMs, endMs, onStored }: Steps,
): Promise<void> {
  for (;;) {
    for (const agent of agents) await agent.step();
    onStored?.(Math.min(...agents.map(({ storedMs }) => storedMs)));
    const atMs = clock.nowMs();
    // Coarse steps end at the border, so that a second attempt makes the same fine steps.
    const stepMs = atMs >= world.fineFromMs ? fineStepMs : Math.min(COARSE_STEP_MS, world.fineFromMs - atMs);
    if (atMs + stepMs > endMs()) break;
    clock.advance(stepMs);
  }
  for (const agent of agents) await agent.flush();
}

function openWorld(world: DemoWorld) {
  const clock = manualClock(world.beganMs);
  const { clusters } = createWorld({ ...readSimulatorSettings(simulatorArguments(world), {}), clock });
  return { clusters, clock };
}

/** The uids of the pods and claims that exist at the end of the past, by cluster. */
function objectsAtEnd(world: DemoWorld): ReadonlyMap<string, ReadonlySet<string>> {
  const { clusters, clock } = openWorld(world);
  clock.advance(pastEndMs(world) - world.beganMs);
  return new Map(
    clusters.map(({ name, seed, store }) => [
      name,
      new Set(
        [...store.pods.values(), ...store.persistentvolumeclaims.values()].map(({ id }) => uidOf(seed, id)),
      ),
    ]),
  );
}

function poster(serverReady: Promise<void>, server: string, tokenFile: string) {
  // The server writes no token for a deleted cluster.
  const post = serverReady.then(async () =>
    existsSync(tokenFile) ? postTo(server, (await readFile(tokenFile, 'utf8')).trim()) : async () => {},
  );
  return async (seq: number, body: Buffer) => (await post)(seq, body);
}

function note(msg: string, agents: readonly SimulatedAgent[]): void {
  const batchCnt = agents.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
  console.log(JSON.stringify({ level: 30, msg, batchCnt, tookMs: Math.round(performance.now()) }));
}

async function becomesReady(server: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${server}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(POLL_SERVER_EVERY_MS);
  }
}
