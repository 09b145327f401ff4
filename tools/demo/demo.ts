import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { becomesReady, compileCache, localUrl } from '../../scripts/installation/stack.ts';
import { StartError, type Supervisor } from '../../scripts/installation/supervisor.ts';
import {
  agentArguments,
  CLUSTER_NAMES,
  findWorld,
  markPastWritten,
  simulatorArguments,
} from './demo-world.ts';

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
}

const SimulatorReady = z.object({ ready: z.literal('simulator'), control: z.string() });

/**
 * Writes the past of three simulated clusters once, then starts them with an agent each. Resolves when the
 * agents run, with the address of the simulator's control page. Returns undefined for an installation without
 * demo clusters. With a new data folder the server need not be ready yet. Otherwise it must be, because it
 * knows whether the past has been written.
 */
export async function startDemo(supervisor: Supervisor, options: DemoOptions): Promise<string | undefined> {
  const { dataDir, serverPort } = options;
  const folder = join(dataDir, 'demo');
  const { world, isPastDue } = findWorld(folder, options, Date.now());
  if (isPastDue) {
    const code = await supervisor.run({
      name: 'demo-past',
      entry: 'tools/demo/write-past.ts',
      args: [dataDir, localUrl(serverPort, options.host), String(options.fineStepSec ?? 120)],
      // The server stores more slowly than this process writes, so the server has priority.
      hasLowPriority: true,
    });
    // The next start writes the same past from the beginning.
    if (supervisor.isStopping) return undefined;
    if (code !== 0)
      console.error('gwanje: the past of the demo could not be written; its history begins now');
    markPastWritten(folder, code === 0 ? 'done' : 'failed');
  }
  await becomesReady(serverPort, options.host);
  if (!hasDemoClusters(dataDir)) return undefined;
  const controlUrl = await startSimulator(supervisor, options, simulatorArguments(world));
  const agents = tokenedClusters(dataDir).map((name) =>
    supervisor.start({
      name: `agent-${name}`,
      entry: 'apps/agent/src/main.ts',
      args: agentArguments(dataDir, name),
      env: {
        GWANJE_AGENT_SERVER: localUrl(serverPort, options.host),
        GWANJE_AGENT_DATA_DIR: join(dataDir, 'agents'),
        GWANJE_AGENT_PORT: '0',
        NODE_COMPILE_CACHE: compileCache(join(dataDir, 'agents')),
      },
    }),
  );
  const failures = (await Promise.allSettled(agents)).filter((outcome) => outcome.status === 'rejected');
  if (failures.length > 0)
    throw new StartError(failures.map(({ reason }) => String(reason.message)).join('\n  '));
  return controlUrl;
}

/** Whether the server has issued tokens for demo clusters in this data folder. */
export function hasDemoClusters(dataDir: string): boolean {
  return tokenedClusters(dataDir).length > 0;
}

function tokenedClusters(dataDir: string): string[] {
  return CLUSTER_NAMES.filter((name) => existsSync(join(dataDir, 'demo', `${name}.token`)));
}

async function startSimulator(
  supervisor: Supervisor,
  { dataDir, simulatorPort }: DemoOptions,
  args: readonly string[],
): Promise<string> {
  const controlUrl = Promise.withResolvers<string>();
  await supervisor.start({
    name: 'simulator',
    entry: 'tools/simulator/src/main.ts',
    hasLowPriority: true,
    args,
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
