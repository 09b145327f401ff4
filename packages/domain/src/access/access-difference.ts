import { currentScopeOf } from './access-scope.ts';
import type { Rights } from './rights.ts';

/** Each of these users with each of these clusters. */
export interface AccessBlock {
  readonly userNos: readonly number[];
  readonly hostIds: readonly number[];
}

export interface AccessDifference {
  readonly gained: readonly AccessBlock[];
  readonly lost: readonly AccessBlock[];
}

/** The users and clusters that the caller may see. */
export interface Audience {
  readonly userNos: ReadonlySet<number>;
  readonly hostIds: ReadonlySet<number>;
}

/**
 * Which user gains or loses which cluster by a change. Users, and clusters within a block, are in the order
 * of `before`.
 */
export function accessDifference(before: Rights, after: Rights, audience: Audience): AccessDifference {
  const sawBefore = seersOf(before);
  const seesAfter = seersOf(after);
  const gained = new Blocks();
  const lost = new Blocks();
  for (const userNo of before.users.keys()) {
    if (!audience.userNos.has(userNo)) continue;
    const saw = sawBefore(userNo);
    const sees = seesAfter(userNo);
    const gainedHostIds: number[] = [];
    const lostHostIds: number[] = [];
    for (const [hostId, subGroupId] of before.clusters) {
      if (!audience.hostIds.has(hostId)) continue;
      const isSeen = sees(after.clusters.get(hostId));
      if (isSeen === saw(subGroupId)) continue;
      if (isSeen) gainedHostIds.push(hostId);
      else lostHostIds.push(hostId);
    }
    gained.add(userNo, gainedHostIds);
    lost.add(userNo, lostHostIds);
  }
  return { gained: gained.list(), lost: lost.list() };
}

type Sees = (subGroupId: number | undefined) => boolean;
const NOTHING: ReadonlySet<number> = new Set();

function seersOf({ users, owners, subGroups, grants }: Rights): (userNo: number) => Sees {
  const owned = new Map<number, Set<number>>();
  for (const [subGroupId, metaGroupId] of subGroups) {
    const owner = owners.get(metaGroupId);
    if (owner === undefined || owner === null) continue;
    const own = owned.get(owner);
    if (own) own.add(subGroupId);
    else owned.set(owner, new Set([subGroupId]));
  }
  return (userNo) => {
    const user = users.get(userNo);
    const granted = grants.get(userNo) ?? NOTHING;
    const own = owned.get(userNo) ?? NOTHING;
    switch (user ? currentScopeOf(user) : 'nothing') {
      case 'nothing':
        return () => false;
      case 'everything':
        return (id) => id !== undefined;
      case 'granted':
        return (id) => id !== undefined && granted.has(id);
      case 'grantedAndOwned':
        return (id) => id !== undefined && (granted.has(id) || own.has(id));
    }
  };
}

/** Groups users with the same clusters: a grant to ten users is one line, not ten. */
class Blocks {
  readonly #byClusters = new Map<string, { userNos: number[]; hostIds: readonly number[] }>();

  add(userNo: number, hostIds: readonly number[]): void {
    if (hostIds.length === 0) return;
    const key = hostIds.join(',');
    const known = this.#byClusters.get(key);
    if (known) known.userNos.push(userNo);
    else this.#byClusters.set(key, { userNos: [userNo], hostIds });
  }

  list(): AccessBlock[] {
    return [...this.#byClusters.values()];
  }
}
