import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the simulated clusters follow from. The same for as long as the data folder lives, so that pods stay who they are. */
export interface World {
  readonly seed: number;
  readonly pods: number;
  readonly beganMs: number;
  /** Where its past ended, and the present of the first start began. */
  readonly storySec: number;
  readonly fineFromMs: number;
}

export interface WorldWish {
  readonly pods: number;
  readonly historySec: number;
}

export interface Found {
  readonly world: World;
  /** Its past is to be told; false also where it is too late for that. */
  readonly isReplayDue: boolean;
}

const MINUTE_MS = 60_000;
const FINE_SEC = 2 * 3600;
/** Told again so long after the first attempt, it would take twice the time and reach further back than is kept. */
const REPLAY_WITHIN_MS = 4 * 3_600_000;
/** Living through a day again takes the simulator about a second. */
const LONGEST_LIFE_MS = 10 * 86_400_000;

export function findWorld(folder: string, wish: WorldWish, nowMs: number): Found {
  const known = readWorld(folder);
  if (!known) {
    // Told, though by another folder: a seed that is no other's, or its objects would be taken for those of then.
    const seed = isReplayed(folder) ? Math.floor(nowMs / MINUTE_MS) : 1;
    return { world: keep(folder, newWorld(seed, wish, nowMs)), isReplayDue: !isReplayed(folder) };
  }
  const ageMs = nowMs - known.beganMs;
  const isReplayDue =
    !isReplayed(folder) &&
    known.pods === wish.pods &&
    ageMs <= known.storySec * 1000 + REPLAY_WITHIN_MS &&
    ageMs >= 0;
  if (isReplayDue) return { world: known, isReplayDue };
  const isUsable = known.pods === wish.pods && ageMs >= 0 && ageMs <= LONGEST_LIFE_MS;
  // Another seed: its objects are others than those the server knows by the same uid.
  return {
    world: isUsable ? known : keep(folder, newWorld(known.seed + 1, wish, nowMs)),
    isReplayDue: false,
  };
}

export function isReplayed(folder: string): boolean {
  return existsSync(join(folder, 'replayed'));
}

/** From now on agents tell of the present, and nobody of the past any more. */
export function markReplayed(folder: string, outcome: string): void {
  write(join(folder, 'replayed'), `${outcome}\n`);
}

function newWorld(seed: number, { pods, historySec }: WorldWish, nowMs: number): World {
  const endMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return {
    seed,
    pods,
    beganMs: endMs - historySec * 1000,
    storySec: historySec,
    fineFromMs: endMs - Math.min(FINE_SEC, historySec) * 1000,
  };
}

function keep(folder: string, world: World): World {
  write(join(folder, 'world.json'), JSON.stringify(world));
  return world;
}

function readWorld(folder: string): World | undefined {
  const path = join(folder, 'world.json');
  if (!existsSync(path)) return undefined;
  const read: Partial<World> = JSON.parse(readFileSync(path, 'utf8'));
  const { seed, pods, beganMs, storySec, fineFromMs } = read;
  if (!seed || !pods || !beganMs || !storySec || !fineFromMs) throw new Error(`${path} is not a world`);
  return { seed, pods, beganMs, storySec, fineFromMs };
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}
