import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The simulated clusters depend only on these values. They stay the same as long as the data folder exists.
 */
export const DemoWorld = z.object({
  seed: z.number(),
  pods: z.number(),
  beganMs: z.number(),
  /** The length of the past at the first start. */
  pastSec: z.number(),
  /** Before this time steps take five minutes, after it less. */
  fineFromMs: z.number(),
});
export type DemoWorld = z.infer<typeof DemoWorld>;

export interface WorldRequest {
  readonly pods: number;
  readonly historySec: number;
}

export interface FoundWorld {
  readonly world: DemoWorld;
  /** The past must be written. False also if it is too late for it (see WRITE_WITHIN_MS). */
  readonly isPastDue: boolean;
}

/** The clusters of the demo's groups. */
const CLUSTERS = [
  { name: 'prod-seoul', flavour: 'aks' },
  { name: 'prod-busan', flavour: 'eks' },
  { name: 'stage-onprem', flavour: 'onprem' },
] as const;
export const CLUSTER_NAMES = CLUSTERS.map(({ name }) => name);
/** One random scenario per hour in a cluster: enough to show, while most of the cluster stays healthy. */
const PACE_SEC = 3600;
const MINUTE_MS = 60_000;
const FINE_SEC = 2 * 3600;
/** Later than this after the first attempt, the past would begin before the server's retention time. */
const WRITE_WITHIN_MS = 4 * 3_600_000;
/** The simulator needs about a second for each day since the start of the world. */
const MAX_AGE_MS = 10 * 86_400_000;

export function findWorld(folder: string, requested: WorldRequest, nowMs: number): FoundWorld {
  const known = readWorld(folder);
  if (!known) {
    // If the database has the past of another folder, use another seed: equal uids would be the old objects.
    const seed = isPastWritten(folder) ? Math.floor(nowMs / MINUTE_MS) : 1;
    return { world: save(folder, newWorld(seed, requested, nowMs)), isPastDue: !isPastWritten(folder) };
  }
  const ageMs = nowMs - known.beganMs;
  const isUsable = known.pods === requested.pods && ageMs >= 0;
  if (isUsable && !isPastWritten(folder) && ageMs <= known.pastSec * 1000 + WRITE_WITHIN_MS)
    return { world: known, isPastDue: true };
  const world =
    isUsable && ageMs <= MAX_AGE_MS ? known : save(folder, newWorld(known.seed + 1, requested, nowMs));
  return { world, isPastDue: false };
}

export function isPastWritten(folder: string): boolean {
  return existsSync(join(folder, 'past-written'));
}

/** From now on the agents send current data, and the past is not written again. */
export function markPastWritten(folder: string, outcome: 'done' | 'failed'): void {
  write(join(folder, 'past-written'), `${outcome}\n`);
}

export function readWorld(folder: string): DemoWorld | undefined {
  const path = join(folder, 'world.json');
  return existsSync(path) ? DemoWorld.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

export function simulatorArguments({ seed, pods, pastSec, beganMs }: DemoWorld): string[] {
  const clusters = CLUSTERS.map(({ name, flavour }) => `${flavour}:${name}`);
  return [
    ...['--clusters', clusters.join(','), '--pods', String(pods), '--seed', String(seed)],
    ...['--incidents-sec', String(pastSec), '--pace-sec', String(PACE_SEC)],
    ...['--began', new Date(beganMs).toISOString()],
    // The agents run on the same machine and need neither TLS nor unread fields; both take CPU time.
    ...['--tls', '0', '--unread-fields', '0'],
  ];
}

export function agentArguments(dataDir: string, clusterName: string): string[] {
  return [
    ...['--kubeconfig', join(dataDir, 'simulator', `${clusterName}-outside.kubeconfig`)],
    ...['--token-file', join(dataDir, 'demo', `${clusterName}.token`)],
  ];
}

function newWorld(seed: number, { pods, historySec }: WorldRequest, nowMs: number): DemoWorld {
  const endMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return {
    seed,
    pods,
    beganMs: endMs - historySec * 1000,
    pastSec: historySec,
    fineFromMs: endMs - Math.min(FINE_SEC, historySec) * 1000,
  };
}

function save(folder: string, world: DemoWorld): DemoWorld {
  write(join(folder, 'world.json'), JSON.stringify(world));
  return world;
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}
