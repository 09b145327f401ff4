import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { becomesReady } from '../../scripts/stack.ts';
import type { Supervisor } from '../../scripts/supervisor.ts';
import { findWorld, markReplayed, type World } from './demo-world.ts';

export interface DemoOptions {
  readonly dataDir: string;
  readonly serverPort: number;
  readonly pods: number;
  readonly historySec: number;
  /** Of the simulator's control page, its clusters following; 0: whatever is free. */
  readonly simulatorPort: number;
  /** Less often where nobody looks for long: tests. */
  readonly fineStepSec?: number;
}

/** As the demo's groups have them. */
const CLUSTERS = { 'prod-seoul': 'aks', 'prod-busan': 'eks', 'stage-onprem': 'onprem' } as const;
/** Something happens in a cluster about once an hour: enough to see, not so much that nothing else is seen. */
const PACE_SEC = 3600;
const SIMULATOR_WITHIN_MS = 60_000;

/**
 * Three simulated clusters, their past told once, and an agent for each. Resolves when the agents are at work. Where the data
 * folder is new, the server need not be ready yet; else it is, for it knows whether the past has been told.
 */
export async function startDemo(supervisor: Supervisor, options: DemoOptions): Promise<'told' | 'known'> {
  const folder = join(options.dataDir, 'demo');
  const { world, isReplayDue } = findWorld(folder, options, Date.now());
  let isHeld = isReplayDue;
  const control = Promise.withResolvers<string>();
  supervisor.start({
    name: 'simulator',
    entry: 'tools/simulator/src/main.ts',
    isPatient: true,
    args: () => [...worldArgs(world), isHeld ? '--clock' : '--began', isoOf(world.beganMs)],
    env: {
      GWANJE_DATA_DIR: options.dataDir,
      GWANJE_SIM_PORT: String(options.simulatorPort),
      NODE_COMPILE_CACHE: join(options.dataDir, 'code'),
    },
    onLine(line) {
      const address = controlOf(line);
      if (address !== undefined) control.resolve(address);
    },
  });
  const controlUrl = await within(SIMULATOR_WITHIN_MS, control.promise, 'the simulator did not become ready');
  const env = {
    GWANJE_AGENT_SERVER: `http://127.0.0.1:${options.serverPort}`,
    GWANJE_AGENT_DATA_DIR: join(options.dataDir, 'agents'),
    GWANJE_AGENT_PORT: '0',
  };
  if (isReplayDue) {
    const code = await supervisor.run({
      name: 'replay',
      entry: 'apps/agent/src/replay/main.ts',
      args: [
        ...['--control', controlUrl, '--clusters', Object.keys(CLUSTERS).join(',')],
        ...['--tokens', folder, '--kubeconfigs', join(options.dataDir, 'simulator')],
        ...['--fine-from', isoOf(world.fineFromMs), '--fine-sec', String(options.fineStepSec ?? 120)],
      ],
      // What it tells is waited for by what takes longest, to store it; that goes first.
      isPatient: true,
      env,
    });
    // Stopped in the middle of it: the next start tells it from the beginning, under the same numbers.
    if (supervisor.isStopping) return 'told';
    isHeld = false;
    if (code !== 0) {
      console.error('gwanje: the past of the demo could not be told; its history begins now');
      await supervisor.restart('simulator');
    }
    markReplayed(folder, code === 0 ? 'done' : 'failed');
  }
  await becomesReady(options.serverPort);
  const names = Object.keys(CLUSTERS).filter((name) => existsSync(join(folder, `${name}.token`)));
  for (const name of names) {
    supervisor.start({
      name: `agent-${name}`,
      entry: 'apps/agent/src/main.ts',
      args: [
        ...['--kubeconfig', join(options.dataDir, 'simulator', `${name}-outside.kubeconfig`)],
        ...['--token-file', join(folder, `${name}.token`)],
      ],
      env: {
        ...env,
        NODE_COMPILE_CACHE: join(options.dataDir, 'agents', 'code'),
      },
    });
  }
  return isReplayDue ? 'told' : 'known';
}

function worldArgs({ seed, pods, storySec }: World): string[] {
  const clusters = Object.entries(CLUSTERS).map(([name, kind]) => `${kind}:${name}`);
  return [
    ...['--clusters', clusters.join(','), '--pods', String(pods), '--seed', String(seed)],
    ...['--story-sec', String(storySec), '--pace-sec', String(PACE_SEC)],
    // Agents on the same machine need neither, and both take time.
    ...['--tls', '0', '--managed-fields', '0'],
  ];
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

function controlOf(line: string): string | undefined {
  if (!line.includes('"ready":"simulator"')) return undefined;
  const said: unknown = JSON.parse(line);
  const isReady = typeof said === 'object' && said !== null && 'control' in said;
  return isReady && typeof said.control === 'string' ? said.control : undefined;
}

async function within<T>(ms: number, promise: Promise<T>, message: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
