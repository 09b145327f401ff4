import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { becomesReady, compileCache } from '../../scripts/stack.ts';
import type { Supervisor } from '../../scripts/supervisor.ts';
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
  readonly pods: number;
  readonly historySec: number;
  /** The port of the simulator's control page. The clusters use the next ports. 0 selects free ports. */
  readonly simulatorPort: number;
  /** Longer steps for the last two hours, for tests. */
  readonly fineStepSec?: number;
}

const SIMULATOR_WITHIN_MS = 180_000;

/**
 * Writes the past of three simulated clusters once, then starts them with an agent each. Resolves when the
 * agents run. With a new data folder the server need not be ready yet. Otherwise it must be, because it knows
 * whether the past has been written.
 */
export async function startDemo(supervisor: Supervisor, options: DemoOptions): Promise<void> {
  const { dataDir, serverPort } = options;
  const folder = join(dataDir, 'demo');
  const { world, isPastDue } = findWorld(folder, options, Date.now());
  if (isPastDue) {
    const code = await supervisor.run({
      name: 'demo-past',
      entry: 'tools/demo/write-past.ts',
      args: [dataDir, serverUrl(serverPort), String(options.fineStepSec ?? 120)],
      // The server stores more slowly than this process writes, so the server has priority.
      hasLowPriority: true,
    });
    // The next start writes the same past from the beginning.
    if (supervisor.isStopping) return;
    if (code !== 0)
      console.error('gwanje: the past of the demo could not be written; its history begins now');
    markPastWritten(folder, code === 0 ? 'done' : 'failed');
  }
  await startSimulator(supervisor, options, simulatorArguments(world));
  await becomesReady(serverPort);
  for (const name of CLUSTER_NAMES.filter((name) => existsSync(join(folder, `${name}.token`)))) {
    supervisor.start({
      name: `agent-${name}`,
      entry: 'apps/agent/src/main.ts',
      args: agentArguments(dataDir, name),
      env: {
        GWANJE_AGENT_SERVER: serverUrl(serverPort),
        GWANJE_AGENT_DATA_DIR: join(dataDir, 'agents'),
        GWANJE_AGENT_PORT: '0',
        NODE_COMPILE_CACHE: compileCache(join(dataDir, 'agents')),
      },
    });
  }
}

async function startSimulator(
  supervisor: Supervisor,
  { dataDir, simulatorPort }: DemoOptions,
  args: readonly string[],
): Promise<void> {
  const ready = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => ready.reject(new Error('the simulator did not become ready')),
    SIMULATOR_WITHIN_MS,
  );
  supervisor.start({
    name: 'simulator',
    entry: 'tools/simulator/src/main.ts',
    hasLowPriority: true,
    args,
    env: {
      GWANJE_DATA_DIR: dataDir,
      GWANJE_SIM_PORT: String(simulatorPort),
      NODE_COMPILE_CACHE: compileCache(dataDir),
    },
    onLine(line) {
      if (line.includes('"ready":"simulator"')) ready.resolve();
    },
  });
  await ready.promise.finally(() => clearTimeout(timer));
}

function serverUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
