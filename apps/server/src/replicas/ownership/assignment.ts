export interface WeighedCluster {
  readonly hostId: number;
  readonly weight: number;
}

/** A member has at most this many times the average, unless one cluster is larger. */
const MAX_SHARE = 1.25;
/** A cluster without objects also costs something: its agents, its tick, its evaluation. */
const MIN_WEIGHT = 256;
/** A weight changes only when the number of objects differs by more than this factor. */
const WEIGHT_CHANGE = 1.8;

/**
 * Assigns each cluster to one member, the same way on every replica. Each cluster has its own order of the
 * members (rendezvous hashing), so a member that joins or leaves moves about its share. A cluster goes to the
 * first member in its order that has room, large clusters first. When none has room, it goes to the member
 * with the least load.
 */
export function assignClusters(
  members: readonly string[],
  clusters: readonly WeighedCluster[],
): ReadonlyMap<number, string> {
  const assigned = new Map<number, string>();
  const loads = members.map((member) => ({ member, hash: hashOf(member), load: 0 }));
  if (loads.length === 0) return assigned;
  const sorted = clusters
    .map(({ hostId, weight }) => ({ hostId, weight: Math.max(weight, MIN_WEIGHT) }))
    .sort((a, b) => b.weight - a.weight || a.hostId - b.hostId);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const limit = (total / loads.length) * MAX_SHARE;
  for (const { hostId, weight } of sorted) {
    const order = loads
      .map((load) => ({ load, score: mix(load.hash ^ Math.imul(hostId, 0x9e3779b1)) }))
      .sort((a, b) => b.score - a.score || (a.load.member < b.load.member ? -1 : 1))
      .map(({ load }) => load);
    const chosen =
      order.find(({ load }) => load + weight <= limit) ??
      order.reduce((least, candidate) => (candidate.load < least.load ? candidate : least));
    chosen.load += weight;
    assigned.set(hostId, chosen.member);
  }
  return assigned;
}

/** Objects rounded to a power of two. The earlier weight stays while it is about right. */
export function roundWeight(objectCnt: number, earlier: number): number {
  const exact = Math.max(objectCnt, MIN_WEIGHT);
  if (exact < earlier * WEIGHT_CHANGE && exact * WEIGHT_CHANGE > earlier) return earlier;
  return 2 ** Math.round(Math.log2(exact));
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Spreads the bits of a number (the last step of MurmurHash3). */
function mix(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
