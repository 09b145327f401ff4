import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endPastProgress } from '@gwanje/backend/demo/past-progress';
import { z } from 'zod';
import { becomesReady, compileCache, localUrl } from '../../scripts/installation/stack.ts';
import { StartError, type Supervisor } from '../../scripts/installation/supervisor.ts';
import {
  agentArguments,
  CLUSTER_NAMES,
  type DemoWorld,
  demoFolder,
  findWorld,
  isPastWritten,
  markPastWritten,
  simulatorArguments,
} from './demo-world.ts';
import type { PastPart } from './write-past.ts';

export interface DemoOptions {
  readonly dataDir: string;
  readonly serverPort: number;
  /** The address on which the server listens. Default: the loopback address reaches it. */
  readonly host?: string;
  readonly pods: number;
  readonly historySec: number;
  /** The port of the simulator's control page. The clusters use the next ports. Default: free ports. */
  readonly simulatorPort?: number;
  /** Longer steps for the last two hours, for tests. */
  readonly fineStepSec?: number;
  /** Resolves when the server is ready. Default: it is. */
  readonly serverReady?: Promise<void>;
  /** Is told how the start goes on. */
  readonly onProgress?: ((step: DemoStep, share: number) => void) | undefined;
  /** The data folder is new, so it has no past yet, whatever the server will say. */
  readonly isFirstStart?: boolean;
}

/** A step of the start, in this order: the past of the clusters at the first start, then their agents. */
export type DemoStep = 'past' | 'agents';

export interface RunningDemo {
  /** The simulator's control page. */
  readonly controlUrl: string;
  /** Present while samples of the past are written beside the agents. Resolves when that has ended. */
  readonly pastWritten: Promise<void> | undefined;
}

const SimulatorReady = z.object({ ready: z.literal('simulator'), control: z.string() });
/** A step of the last two hours. */
const FINE_STEP_SEC = 120;
const PastStep = z.object({ writtenShare: z.number() });
/** The line that an agent logs when the server has its first samples. */
const FIRST_SAMPLES = /"msg":"the server has the first samples"/;
/** On a very busy machine the demo counts as running before its first samples have arrived. */
const SAMPLES_WITHIN_MS = 60_000;

/**
 * Runs three simulated clusters with an agent each. At the first start it writes their past: the objects before the agents
 * start, the samples beside them. Resolves when the server has current objects and samples of all clusters, or
 * with undefined for an installation without demo clusters.
 */
export async function startDemo(
  supervisor: Supervisor,
  options: DemoOptions,
): Promise<RunningDemo | undefined> {
  const { dataDir, serverPort, serverReady, isFirstStart = false } = options;
  const folder = demoFolder(dataDir);
  if (!isFirstStart && !(hasDemoClusters(dataDir) && isPastWritten(folder))) {
    // Another data folder may have written the past. The server knows, and issues tokens for demo clusters only.
    await serverReady;
    await becomesReady(serverPort, options.host);
    if (!hasDemoClusters(dataDir)) return undefined;
  }
  const { world, due } = findWorld(folder, options, Date.now());
  const simulator = startSimulator(supervisor, options, world);
  simulator.catch(() => {});
  if (due === 'objects') await writeObjects(supervisor, options);
  // The next start writes the same past from the beginning.
  if (supervisor.isStopping) return undefined;
  await serverReady;
  await becomesReady(serverPort, options.host);
  const controlUrl = await simulator;
  if (supervisor.isStopping) return undefined;
  options.onProgress?.('agents', 0);
  const agents = tokenedClusters(dataDir).map((name) => startAgent(supervisor, options, name));
  const failures = (await Promise.allSettled(agents)).filter((outcome) => outcome.status === 'rejected');
  if (failures.length > 0)
    throw new StartError(failures.map(({ reason }) => String(reason.message)).join('\n  '));
  const { due: rest } = findWorld(folder, options, Date.now());
  return { controlUrl, pastWritten: rest === 'samples' ? writeSamples(supervisor, options) : undefined };
}

async function writeObjects(supervisor: Supervisor, options: DemoOptions): Promise<void> {
  const code = await writePast(supervisor, options, 'objects');
  if (supervisor.isStopping) return;
  if (code !== 0) console.error('gwanje: the past of the demo could not be written; its history begins now');
  markPastWritten(demoFolder(options.dataDir), code === 0 ? 'objects' : 'failed');
}

/** When this fails, the charts of the past stay empty. */
async function writeSamples(supervisor: Supervisor, options: DemoOptions): Promise<void> {
  const folder = demoFolder(options.dataDir);
  const code = await writePast(supervisor, options, 'samples');
  // The next start writes the samples from the beginning.
  if (supervisor.isStopping) return;
  if (code !== 0) console.error('gwanje: the samples of the demo could not all be written; charts have gaps');
  markPastWritten(folder, 'done');
  await endPastProgress(folder);
}

function writePast(supervisor: Supervisor, options: DemoOptions, part: PastPart): Promise<number> {
  const { dataDir, serverPort, host, fineStepSec = FINE_STEP_SEC, onProgress } = options;
  return supervisor.run({
    name: `demo-${part}`,
    entry: 'tools/demo/write-past.ts',
    args: [dataDir, localUrl(serverPort, host), String(fineStepSec), part],
    env: { NODE_COMPILE_CACHE: compileCache(dataDir) },
    // The console and the agents have priority. Nobody can use the console before the objects are written.
    hasLowPriority: part === 'samples',
    onLine(line) {
      if (part === 'objects' && line.includes('"writtenShare"'))
        onProgress?.('past', PastStep.parse(JSON.parse(line)).writtenShare);
    },
  });
}

/** Resolves when the server has the first samples of the cluster. */
async function startAgent(
  supervisor: Supervisor,
  { dataDir, serverPort, host }: DemoOptions,
  clusterName: string,
): Promise<void> {
  const arrived = Promise.withResolvers<void>();
  await supervisor.start({
    name: `agent-${clusterName}`,
    entry: 'apps/agent/src/main.ts',
    args: agentArguments(dataDir, clusterName),
    env: {
      GWANJE_AGENT_SERVER: localUrl(serverPort, host),
      GWANJE_AGENT_DATA_DIR: join(dataDir, 'agents'),
      GWANJE_AGENT_PORT: '0',
      NODE_COMPILE_CACHE: compileCache(join(dataDir, 'agents')),
    },
    onLine(line) {
      if (FIRST_SAMPLES.test(line)) arrived.resolve();
    },
  });
  await Promise.race([arrived.promise, delay(SAMPLES_WITHIN_MS, undefined, { ref: false })]);
}

/** Whether the server has issued tokens for demo clusters in this data folder. */
export function hasDemoClusters(dataDir: string): boolean {
  return tokenedClusters(dataDir).length > 0;
}

function tokenedClusters(dataDir: string): string[] {
  return CLUSTER_NAMES.filter((name) => existsSync(join(demoFolder(dataDir), `${name}.token`)));
}

async function startSimulator(
  supervisor: Supervisor,
  { dataDir, simulatorPort }: DemoOptions,
  world: DemoWorld,
): Promise<string> {
  const controlUrl = Promise.withResolvers<string>();
  await supervisor.start({
    name: 'simulator',
    entry: 'tools/simulator/src/main.ts',
    hasLowPriority: true,
    args: simulatorArguments(world),
    env: {
      GWANJE_DATA_DIR: dataDir,
      GWANJE_SIM_PORT: String(simulatorPort ?? 0),
      NODE_COMPILE_CACHE: compileCache(dataDir),
    },
    onLine(line) {
      if (line.includes('"ready":"simulator"'))
        controlUrl.resolve(SimulatorReady.parse(JSON.parse(line)).control);
    },
  });
  return controlUrl.promise;
}
