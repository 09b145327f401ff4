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

/**
 * What is left to write of the past: first the objects with their events and the samples that need them to exist, before
 * any agent runs; then the other samples, beside the agents. `nothing` also if it is too late (see WRITE_WITHIN_MS).
 */
export type PastDue = 'objects' | 'samples' | 'nothing';

export interface FoundWorld {
  readonly world: DemoWorld;
  readonly due: PastDue;
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
/** Later than this after the first attempt, the server may have forgotten pods whose samples are still to be written. */
const WRITE_WITHIN_MS = 2 * 3_600_000;
/** The simulator needs about a second for each day since the start of the world. */
const MAX_AGE_MS = 10 * 86_400_000;

/** The folder that the demo shares with the server (`GWANJE_DEMO_DIR`). */
export function demoFolder(dataDir: string): string {
  return join(dataDir, 'demo');
}

export function findWorld(folder: string, requested: WorldRequest, nowMs: number): FoundWorld {
  const known = readWorld(folder);
  if (!known) {
    // If the database has the past of another folder, use another seed: equal uids would be the old objects.
    const seed = isPastWritten(folder) ? Math.floor(nowMs / MINUTE_MS) : 1;
    return { world: save(folder, newWorld(seed, requested, nowMs)), due: dueIn(folder) };
  }
  const ageMs = nowMs - known.beganMs;
  const isUsable = known.pods === requested.pods && ageMs >= 0;
  if (isUsable && ageMs <= known.pastSec * 1000 + WRITE_WITHIN_MS)
    return { world: known, due: dueIn(folder) };
  // The samples of a past that is given up, or of other clusters, are never due again.
  if (isPastWritten(folder)) markPastWritten(folder, 'done');
  const world =
    isUsable && ageMs <= MAX_AGE_MS ? known : save(folder, newWorld(known.seed + 1, requested, nowMs));
  return { world, due: 'nothing' };
}

function dueIn(folder: string): PastDue {
  if (!isPastWritten(folder)) return 'objects';
  return readFileSync(markerIn(folder), 'utf8').trim() === 'objects' ? 'samples' : 'nothing';
}

export function isPastWritten(folder: string): boolean {
  return existsSync(markerIn(folder));
}

function markerIn(folder: string): string {
  return join(folder, 'past-written');
}

/**
 * From now on the agents send current data, and the objects of the past are not written again. `objects`: the rest of
 * the samples is still to be written.
 */
export function markPastWritten(folder: string, outcome: 'objects' | 'done' | 'failed'): void {
  write(markerIn(folder), `${outcome}\n`);
}

/** When the past ends. Writing it takes some time, and the objects are written to the end of that time. */
export function pastEndMs({ beganMs, pastSec }: DemoWorld): number {
  return beganMs + pastSec * 1000;
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
    ...['--token-file', join(demoFolder(dataDir), `${clusterName}.token`)],
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
