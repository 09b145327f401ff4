import type { Standing } from './access-scope.ts';

/** All data that decides which user sees which cluster. */
export interface Rights {
  readonly users: ReadonlyMap<number, Standing>;
  /** The owner of each meta group. */
  readonly owners: ReadonlyMap<number, number | null>;
  /** The meta group of each sub group. */
  readonly subGroups: ReadonlyMap<number, number>;
  /** The sub groups granted to each user. */
  readonly grants: ReadonlyMap<number, ReadonlySet<number>>;
  /** The sub group of each cluster. */
  readonly clusters: ReadonlyMap<number, number>;
}

export interface Membership {
  readonly userNo: number;
  readonly subGroupId: number;
}

/** A change of rights. Absent fields do not change. */
export interface RightsChange {
  readonly standings?: ReadonlyMap<number, Standing>;
  readonly leavingUserNos?: readonly number[];
  readonly owners?: ReadonlyMap<number, number>;
  /** Sub groups and the meta groups that they are moved to. */
  readonly movedSubGroups?: ReadonlyMap<number, number>;
  readonly deletedSubGroupIds?: readonly number[];
  /** Clusters and the sub groups that they are moved to. */
  readonly movedClusters?: ReadonlyMap<number, number>;
  readonly granted?: readonly Membership[];
  readonly revoked?: readonly Membership[];
}

export function rightsAfter(rights: Rights, change: RightsChange): Rights {
  return {
    users: without(replaced(rights.users, change.standings), change.leavingUserNos),
    owners: replaced(rights.owners, change.owners),
    subGroups: without(replaced(rights.subGroups, change.movedSubGroups), change.deletedSubGroupIds),
    grants: grantsAfter(rights.grants, change),
    clusters: replaced(rights.clusters, change.movedClusters),
  };
}

/** Replaces only existing keys, so that a change cannot add an unknown user, group or cluster. */
function replaced<Value>(
  present: ReadonlyMap<number, Value>,
  changes: ReadonlyMap<number, Value> = new Map(),
): ReadonlyMap<number, Value> {
  if (changes.size === 0) return present;
  const after = new Map(present);
  for (const [key, value] of changes) if (after.has(key)) after.set(key, value);
  return after;
}

function without<Value>(
  present: ReadonlyMap<number, Value>,
  keys: readonly number[] = [],
): ReadonlyMap<number, Value> {
  if (keys.length === 0) return present;
  const after = new Map(present);
  for (const key of keys) after.delete(key);
  return after;
}

/** A membership that is both granted and revoked is removed: revocations are applied last. */
function grantsAfter(
  grants: Rights['grants'],
  { granted = [], revoked = [] }: RightsChange,
): Rights['grants'] {
  if (granted.length === 0 && revoked.length === 0) return grants;
  const after = new Map(grants);
  for (const { userNo, subGroupId } of granted)
    after.set(userNo, new Set([...(after.get(userNo) ?? []), subGroupId]));
  for (const { userNo, subGroupId } of revoked)
    after.set(userNo, new Set([...(after.get(userNo) ?? [])].filter((id) => id !== subGroupId)));
  return after;
}
