import { assignClusters } from './assignment.ts';
import type { Member, OwnedRow, OwnershipRows } from './ownership-repository.ts';

export type Step =
  /** The cluster has no live owner and is assigned to this replica. */
  | { readonly kind: 'claim'; readonly row: OwnedRow }
  /** The cluster was given to this replica. */
  | { readonly kind: 'take'; readonly row: OwnedRow }
  /** Another replica has taken the cluster, or the cluster was deleted. */
  | { readonly kind: 'lose'; readonly hostId: number }
  /** The cluster is assigned to another replica. */
  | { readonly kind: 'give'; readonly row: OwnedRow; readonly to: Member }
  /** Its owner may be dead. This replica then gets the cluster, so it reads it already. */
  | { readonly kind: 'prepare'; readonly row: OwnedRow };

export interface Situation extends OwnershipRows {
  readonly self: string;
  /** The clusters that this replica works on. */
  readonly held: ReadonlyMap<number, { readonly epoch: number; readonly heldMs: number }>;
  /** False: this replica was cut off and the others may have been too, so their leases prove nothing yet. */
  readonly mayTrustExpiry: boolean;
  /** How long the members that may own clusters have been the same. */
  readonly sameMembersMs: number;
  /** A cluster moves between running replicas only after it and the members have stayed the same for so long. */
  readonly settleMs: number;
}

/** What this replica has to do about each cluster. Pure: every replica decides by the same rows. */
export function nextSteps(situation: Situation): Step[] {
  return [...ownershipSteps(situation), ...preparations(situation)];
}

function ownershipSteps(situation: Situation): Step[] {
  const { members, clusters, self, held, settleMs } = situation;
  const assigned = assignmentOf(situation);
  const memberOf = new Map(members.map((member) => [member.replicaId, member]));
  const me = memberOf.get(self);
  // A replica that has just died or come back must not make the others move their clusters too.
  const mayBalance = me?.isSynced && situation.mayTrustExpiry && situation.sameMembersMs >= settleMs;
  const known = new Set(clusters.map(({ hostId }) => hostId));
  const steps: Step[] = [...held.keys()]
    .filter((hostId) => !known.has(hostId))
    .map((hostId) => ({ kind: 'lose', hostId }));
  for (const row of clusters) {
    const { hostId } = row;
    const to = assigned.get(hostId);
    const { epoch: heldEpoch, heldMs = 0 } = held.get(hostId) ?? {};
    if (row.replicaId === self) {
      const isSettled = heldEpoch !== undefined && heldMs >= settleMs;
      const mayGive = me?.isLeaving || (mayBalance && to?.isSynced && isSettled);
      if (heldEpoch !== undefined && heldEpoch !== row.epoch) steps.push({ kind: 'lose', hostId });
      else if (to && to.replicaId !== self && mayGive) steps.push({ kind: 'give', row, to });
      else if (heldEpoch === undefined) steps.push({ kind: 'take', row });
    } else if (heldEpoch !== undefined) steps.push({ kind: 'lose', hostId });
    else if (to?.replicaId === self && isFree(row, memberOf, situation)) steps.push({ kind: 'claim', row });
  }
  return steps;
}

function preparations({ members, clusters, self }: Situation): Step[] {
  const late = new Set(
    members.filter(({ isLive, isLate }) => isLive && isLate).map(({ replicaId }) => replicaId),
  );
  if (late.size === 0 || late.has(self)) return [];
  const without = assignmentOf({
    members: members.filter(({ replicaId }) => !late.has(replicaId)),
    clusters,
  });
  return clusters
    .filter(({ hostId, replicaId }) => late.has(replicaId ?? '') && without.get(hostId)?.replicaId === self)
    .map((row) => ({ kind: 'prepare', row }));
}

/** How many clusters each replica has to give or to get. */
export function pendingMoves(rows: OwnershipRows): ReadonlyMap<string, number> {
  const assigned = assignmentOf(rows);
  const moves = new Map<string, number>();
  for (const { hostId, replicaId } of rows.clusters) {
    const to = assigned.get(hostId)?.replicaId;
    if (to === replicaId) continue;
    for (const id of [to, replicaId]) if (id) moves.set(id, (moves.get(id) ?? 0) + 1);
  }
  return moves;
}

/** The members that may own clusters. One that has no copy of the clusters yet gets none, unless no member has. */
export function assignableMembers(members: readonly Member[]): readonly Member[] {
  const live = members.filter(({ isLive, isLeaving }) => isLive && !isLeaving);
  const synced = live.filter(({ isSynced }) => isSynced);
  return synced.length > 0 ? synced : live;
}

/** A member is known by its address, so that a restarted one gets the same clusters. */
function assignmentOf({ members, clusters }: OwnershipRows): ReadonlyMap<number, Member> {
  const byUrl = new Map(assignableMembers(members).map((member) => [member.url, member]));
  const assigned = new Map<number, Member>();
  for (const [hostId, url] of assignClusters([...byUrl.keys()], clusters)) {
    const member = byUrl.get(url);
    if (member) assigned.set(hostId, member);
  }
  return assigned;
}

function isFree(
  { replicaId }: OwnedRow,
  memberOf: ReadonlyMap<string, Member>,
  { mayTrustExpiry }: Situation,
): boolean {
  const owner = replicaId === null ? undefined : memberOf.get(replicaId);
  return owner === undefined || (!owner.isLive && mayTrustExpiry);
}
