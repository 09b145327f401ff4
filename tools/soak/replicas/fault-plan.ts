import { Random } from '../../simulator/src/core/random.ts';

export type Fault =
  | { readonly kind: 'kill'; readonly replica: string }
  | { readonly kind: 'pause'; readonly replica: string; readonly forMs: number }
  | {
      readonly kind: 'cut';
      readonly from: string;
      /** A replica or a store. */
      readonly to: string;
      readonly how: 'reset' | 'silent';
      readonly forMs: number;
    }
  | { readonly kind: 'clock'; readonly replica: string; readonly byS: number; readonly forMs: number }
  | { readonly kind: 'restartDatabase'; readonly how: 'stop' | 'kill'; readonly forMs: number }
  | { readonly kind: 'pauseDatabase'; readonly forMs: number }
  | { readonly kind: 'enginesAway'; readonly engines: readonly string[]; readonly forMs: number }
  | { readonly kind: 'diskFull'; readonly replica: string; readonly forMs: number }
  | { readonly kind: 'killLogin'; readonly login: string }
  | { readonly kind: 'killPool' }
  | { readonly kind: 'restart'; readonly replica: string }
  | { readonly kind: 'rollingRestart' };

export type FaultKind = Fault['kind'];

export interface FaultPlanOptions {
  readonly seed: number;
  readonly faultCnt: number;
  readonly kinds: readonly FaultKind[];
  readonly replicas: readonly string[];
  readonly engines: readonly string[];
  /** Login sites. */
  readonly logins: readonly string[];
}

/** Faults that begin together. After each group the installation comes to rest and is compared. */
export type FaultGroup = readonly { readonly fault: Fault; readonly afterMs: number }[];

export const DATABASE = 'postgres';
export const POOL = 'pgbouncer';
const MAX_IN_GROUP = 3;
const GROUP_SPREAD_MS = 6000;
/** The longer of them outlast the lease of a replica. */
const PAUSE_MS = [5000, 60_000] as const;
const CUT_MS = [2000, 25_000] as const;
const AWAY_MS = [2000, 20_000] as const;
/** An agent's samples are accepted up to five minutes ahead of the replica's clock. */
const CLOCK_S = 240;

/** The same options give the same faults. */
export function planFaults(options: FaultPlanOptions): FaultGroup[] {
  const { seed, faultCnt } = options;
  const random = new Random(seed);
  const groups: FaultGroup[] = [];
  for (let left = faultCnt; left > 0; ) {
    const cnt = Math.min(left, random.int(1, MAX_IN_GROUP));
    const group: FaultGroup[number][] = [];
    for (let no = 0; no < cnt; no++) {
      const fault = nextFault(
        options,
        random,
        group.map(({ fault: { kind } }) => kind),
      );
      group.push({ fault, afterMs: random.int(0, GROUP_SPREAD_MS) });
    }
    groups.push(group);
    left -= cnt;
  }
  return groups;
}

/** One of each row occurs in a group: two of them would stop the same process at the same time. */
const ONE_OF: readonly (readonly FaultKind[])[] = [
  ['restartDatabase', 'pauseDatabase'],
  ['restart', 'rollingRestart'],
];

/** A kind occurs once in a group. */
function nextFault(
  { kinds, replicas, engines, logins }: FaultPlanOptions,
  random: Random,
  used: FaultKind[],
): Fault {
  const excluded = new Set([
    ...used,
    ...ONE_OF.filter((row) => row.some((kind) => used.includes(kind))).flat(),
  ]);
  const free = kinds.filter((kind) => !excluded.has(kind));
  const kind = random.pick(
    (free.length > 0 ? free : kinds).flatMap((one) => Array<FaultKind>(shareOf(one)).fill(one)),
  );
  const replica = random.pick(replicas);
  switch (kind) {
    case 'kill':
    case 'restart':
      return { kind, replica };
    case 'pause':
      return { kind, replica, forMs: duration(random, PAUSE_MS) };
    case 'cut': {
      const others = [...replicas.filter((name) => name !== replica), DATABASE, ...engines];
      const how = random.pick(['reset', 'silent'] as const);
      return { kind, from: replica, to: random.pick(others), how, forMs: duration(random, CUT_MS) };
    }
    case 'clock': {
      const byS = random.int(5, CLOCK_S) * random.pick([-1, 1]);
      return { kind, replica, byS, forMs: duration(random, CUT_MS) };
    }
    case 'restartDatabase':
      return { kind, how: random.pick(['stop', 'kill'] as const), forMs: random.int(0, 3000) };
    case 'pauseDatabase':
      return { kind, forMs: duration(random, AWAY_MS) };
    case 'enginesAway': {
      const away = random.chance(0.3) ? engines : [random.pick(engines)];
      return { kind, engines: away, forMs: duration(random, AWAY_MS) };
    }
    case 'diskFull':
      return { kind, replica, forMs: duration(random, AWAY_MS) };
    case 'killLogin':
      return { kind, login: random.pick(logins) };
    case 'killPool':
    case 'rollingRestart':
      return { kind };
  }
}

/** A rolling restart takes as long as several other faults. */
function shareOf(kind: FaultKind): number {
  return kind === 'rollingRestart' ? 1 : 3;
}

/** Short durations are more frequent. */
function duration(random: Random, [leastMs, mostMs]: readonly [number, number]): number {
  return Math.round(leastMs * (mostMs / leastMs) ** random.next());
}

export function describeFault(fault: Fault): string {
  const { kind, ...details } = fault;
  return [kind, ...Object.values(details)].join(' ');
}
