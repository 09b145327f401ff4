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
  const candidates = members.toSorted().map((member) => ({ member, hash: hashOf(member), load: 0 }));
  const sorted = clusters
    .map(({ hostId, weight }) => ({ hostId, weight: Math.max(weight, MIN_WEIGHT) }))
    .sort((a, b) => b.weight - a.weight || a.hostId - b.hostId);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const maxLoad = (total / candidates.length) * MAX_SHARE;
  for (const { hostId, weight } of sorted) {
    const chosen = choose(candidates, hostId, maxLoad - weight);
    if (!chosen) break;
    chosen.load += weight;
    assigned.set(hostId, chosen.member);
  }
  return assigned;
}

interface Candidate {
  readonly member: string;
  readonly hash: number;
  load: number;
}

/** The first in the order of the cluster with at most this load, else the one with the least load. */
function choose(candidates: readonly Candidate[], hostId: number, maxLoad: number): Candidate | undefined {
  let first: Candidate | undefined;
  let highest = -1;
  let least: Candidate | undefined;
  for (const candidate of candidates) {
    const score = mix(candidate.hash ^ Math.imul(hostId, 0x9e3779b1));
    if (candidate.load <= maxLoad && score > highest) {
      first = candidate;
      highest = score;
    }
    if (!least || candidate.load < least.load) least = candidate;
  }
  return first ?? least;
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
